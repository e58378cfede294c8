-- Who answers for a seller is somebody who sells: whoever became something else has a successor as one who was removed.
create or replace function app.current_seller(p_id bigint) returns bigint language sql stable as $$
  with recursive line(id, successor_id, sells, n) as (
    select u.id, u.successor_id, u.level = 2 and u.active and u.deleted_at is null, 1 from users u where u.id = p_id
    union all
    select u.id, u.successor_id, u.level = 2 and u.active and u.deleted_at is null, n + 1
      from line l join users u on u.id = l.successor_id where not l.sells and n < 10)
  select id from line where sells order by n limit 1
$$;
-- A catalogue shows who sells: it is another one when somebody begins to, or no longer does.
drop trigger version on users;
create trigger version after update of level, hidden_categories, hide_no_stock, active, deleted_at, name, phone, successor_id on users for each row
  when ((old.level = 2 or new.level = 2) and new.company_id is not null
    and (old.level, old.hidden_categories, old.hide_no_stock, old.active, old.deleted_at, old.name, old.phone, old.successor_id)
    is distinct from (new.level, new.hidden_categories, new.hide_no_stock, new.active, new.deleted_at, new.name, new.phone, new.successor_id))
  execute function app.seller_changed();
