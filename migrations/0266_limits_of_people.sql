-- The plan's limits of people and price tables hold wherever a row comes from: form, API, sheet, its undo, merge.
create function app.takes_seat(u users) returns boolean language sql immutable as $$
  select u.active and u.deleted_at is null and (u.level in (1, 2) or (u.level = 3 and u.email <> '' and u.password_hash is not null))
$$;
-- Notes for the check after the statement which levels of which company gain a seat, and the highest table that a row is
-- raised to. The owner's and a superuser's work (demonstration, restore, migrations) is not limited.
create function app.note_seat() returns trigger language plpgsql as $$
declare sat boolean := false; was int := 1;
begin
  if new.company_id is null or pg_has_role(session_user, 'mostruario_owner', 'member') then return new; end if;
  if tg_op = 'UPDATE' then
    sat := app.takes_seat(old) and old.level = new.level;
    was := old.price_table;
  end if;
  perform set_config('app.seated_in', new.company_id::text, true);
  if app.takes_seat(new) and not sat then
    perform set_config('app.seated', coalesce(current_setting('app.seated', true), '') || new.level, true);
  end if;
  if new.price_table > was then
    perform set_config('app.tabled', greatest(new.price_table, nullif(current_setting('app.tabled', true), '')::int)::text, true);
  end if;
  return new;
end $$;
-- Counts under the lock that every check of a limit takes.
create function app.check_people() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := nullif(current_setting('app.seated_in', true), '')::bigint; seated text := coalesce(current_setting('app.seated', true), '');
  tabled int := nullif(current_setting('app.tabled', true), '')::int; excess record; larger record; most int;
begin
  if seated = '' and tabled is null then return null; end if;
  perform set_config('app.seated_in', '', true), set_config('app.seated', '', true), set_config('app.tabled', '', true);
  perform 1 from company_counters k where k.company_id = c for update;
  select u.level, count(*)::int as many into excess from users u join companies o on o.id = u.company_id
    where u.company_id = c and position(u.level::text in seated) > 0 and app.takes_seat(u) group by u.level
    having count(*) > max(case u.level when 1 then o.max_users_admin when 2 then o.max_users_seller else o.max_users_client end) limit 1;
  if found then
    select p.name, p.sellers into larger from plans p where excess.level = 2 and p.active and p.sellers >= excess.many order by p.monthly_cents limit 1;
    raise exception using errcode = 'MO004', message = 'max_users of level ' || excess.level,
      detail = jsonb_build_object('plan', larger.name, 'room', larger.sellers)::text;
  end if;
  select o.max_price_tables into most from companies o where o.id = c;
  if tabled > most then
    select p.name, p.price_tables into larger from plans p where p.active and p.price_tables >= tabled order by p.monthly_cents limit 1;
    raise exception using errcode = 'MO005', message = 'plan_limit of price tables',
      detail = jsonb_build_object('most', most, 'plan', larger.name, 'room', larger.price_tables)::text;
  end if;
  return null;
end $$;
create trigger seat_of_new before insert on users for each row execute function app.note_seat();
create trigger seat before update of level, active, deleted_at, email, password_hash, price_table on users for each row execute function app.note_seat();
create trigger limit_new after insert on users for each statement execute function app.check_people();
create trigger limit_more after update on users for each statement execute function app.check_people();
grant execute on all functions in schema app to mostruario_app;
