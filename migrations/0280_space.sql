-- Space of a company (decision 0106): bytes of its files, client cards and categories.
alter table plans add column files_mb int not null default 15360 check (files_mb > 0);
update plans set files_mb = case id when 2 then 40960 when 3 then 81920 else 15360 end;
alter table company_counters add column file_bytes bigint not null default 0;
update company_counters k set file_bytes = f.bytes
  from (select company_id, sum(bytes) as bytes from files group by 1) f where f.company_id = k.company_id;
-- 1 GB for a trial. No company has less than it uses now.
alter table companies add column max_files_mb int not null default 1024 check (max_files_mb >= 0);
update companies c set max_files_mb = greatest(case when c.trial then 1024 else p.files_mb end,
    ceil(k.file_bytes / 1048576.0)::int)
  from plans p, company_counters k where p.id = c.plan_id and k.company_id = c.id;

-- With the file's row, under the counter that statements on files take first (0161). The owner's work (demonstration,
-- restore, migrations) is counted and not limited.
create function app.count_file_bytes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare added bigint := 0; company bigint; total bigint; most bigint; larger record;
begin
  if tg_op <> 'DELETE' then added := new.bytes; company := new.company_id; end if;
  if tg_op <> 'INSERT' then added := added - old.bytes; company := old.company_id; end if;
  update company_counters k set file_bytes = greatest(0, k.file_bytes + added) where k.company_id = company
    returning k.file_bytes into total;
  if added <= 0 or pg_has_role(session_user, 'mostruario_owner', 'member') then return null; end if;
  select c.max_files_mb into most from companies c where c.id = company;
  if total > most * 1048576 then
    select p.name, p.files_mb into larger from plans p where p.active and p.files_mb > most and p.files_mb * 1048576::bigint >= total
      order by p.monthly_cents limit 1;
    raise exception using errcode = 'MO006', message = 'plan_limit of bytes',
      detail = jsonb_build_object('most', most, 'plan', larger.name, 'room', larger.files_mb)::text;
  end if;
  return null;
end $$;
create trigger file_bytes after insert or delete or update of bytes on files for each row execute function app.count_file_bytes();

-- Client cards: 50,000, or ten for each client that may sign in. Categories: as many as a list shows.
create function app.most_cards(max_users_client int) returns bigint language sql immutable as $$ select greatest(50000, max_users_client * 10::bigint) $$;
create function app.check_cards() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint; most bigint; many bigint; larger record;
begin
  if pg_has_role(session_user, 'mostruario_owner', 'member') then return null; end if;
  for c in select distinct company_id from added where level = 3 and company_id is not null and deleted_at is null loop
    perform 1 from company_counters k where k.company_id = c for update;
    select app.most_cards(o.max_users_client) into most from companies o where o.id = c;
    select count(*) into many from users u where u.company_id = c and u.level = 3 and u.deleted_at is null and not u.is_visitor;
    if many > most then
      select p.name, app.most_cards(p.clients) as room into larger from plans p where p.active and app.most_cards(p.clients) >= many
        order by p.monthly_cents limit 1;
      raise exception using errcode = 'MO007', message = 'plan_limit of client cards',
        detail = jsonb_build_object('what', 'clients', 'most', most, 'plan', larger.name, 'room', larger.room)::text;
    end if;
  end loop;
  return null;
end $$;
create trigger limit_cards after insert on users referencing new table as added for each statement execute function app.check_cards();
create function app.check_categories() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint;
begin
  if pg_has_role(session_user, 'mostruario_owner', 'member') then return null; end if;
  for c in select distinct company_id from added where deleted_at is null loop
    perform 1 from company_counters k where k.company_id = c for update;
    if (select count(*) from categories g where g.company_id = c and g.deleted_at is null) > 1000 then
      raise exception using errcode = 'MO007', message = 'plan_limit of categories',
        detail = jsonb_build_object('what', 'categories', 'most', 1000, 'plan', null, 'room', null)::text;
    end if;
  end loop;
  return null;
end $$;
create trigger limit_categories after insert on categories referencing new table as added for each statement execute function app.check_categories();

-- As in 0147, with what is kept.
drop function app.usage_of(bigint[]);
create function app.usage_of(p_ids bigint[]) returns table (company_id bigint, admins int, sellers int, clients int, products int, orders bigint, last_order_at timestamptz,
  file_bytes bigint, cards int, categories int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() and (app.company() = all (p_ids)) is not true then return; end if;
  return query select i.id,
    (select count(*)::int from users u where u.company_id = i.id and u.level = 1 and u.active and u.deleted_at is null),
    (select count(*)::int from users u where u.company_id = i.id and u.level = 2 and u.active and u.deleted_at is null),
    (select count(*)::int from users u where u.company_id = i.id and u.level = 3 and u.active and u.deleted_at is null and u.email <> '' and u.password_hash is not null),
    (select count(*)::int from products p where p.company_id = i.id and p.active and p.deleted_at is null),
    (select k.order_number from company_counters k where k.company_id = i.id),
    (select o.received_at from orders o where o.company_id = i.id order by o.received_at desc, o.id desc limit 1),
    (select k.file_bytes from company_counters k where k.company_id = i.id),
    (select count(*)::int from users u where u.company_id = i.id and u.level = 3 and u.deleted_at is null and not u.is_visitor),
    (select count(*)::int from categories g where g.company_id = i.id and g.deleted_at is null)
  from unnest(p_ids) i(id);
end $$;

-- Photos that were uploaded and are shown nowhere. What an order, a conversation or a change that can be taken back shows
-- stays. The companies' counters come before the rows of files (0161).
create function app.is_loose_photo(f files) returns boolean language sql stable as $$
  select not (exists (select 1 from product_images i where i.company_id = f.company_id and i.hash = f.hash)
    or exists (select 1 from order_lines l where l.company_id = f.company_id and l.photo = '/files/' || f.hash || '.webp')
    or exists (select 1 from messages m where m.company_id = f.company_id and m.photo = '/files/' || f.hash || '.webp')
    or exists (select 1 from categories g where g.company_id = f.company_id and g.image like '%' || f.hash || '%')
    or exists (select 1 from entities e where e.company_id = f.company_id and e::text like '%' || f.hash || '%')
    or exists (select 1 from variations v where v.company_id = f.company_id and v.image like '%' || f.hash || '%')
    or exists (select 1 from pages p where p.company_id = f.company_id and p.image_path like '%' || f.hash || '%')
    or exists (select 1 from users u where u.company_id = f.company_id and u.profile_pic like '%' || f.hash || '%')
    or exists (select 1 from client_merges m where m.company_id = f.company_id and m.filled::text like '%' || f.hash || '%')
    or exists (select 1 from undos u where u.company_id = f.company_id and u.used_at is null and u.rows::text like '%' || f.hash || '%')
    or exists (select 1 from companies c where c.id = f.company_id and c::text like '%' || f.hash || '%'))
$$;
do $$
declare body text := pg_get_functiondef('app.sweep'::regproc);
  last text := 'when ''logs'' then delete from logs';
begin
  if position(last in body) = 0 then raise exception 'app.sweep has no logs'; end if;
  execute replace(body, last, 'when ''loose_photos'' then
    dead := array(select f.id from files f where f.created_at < before and app.is_loose_photo(f) limit p_limit);
    perform 1 from company_counters k where k.company_id in (select f.company_id from files f where f.id = any (dead))
      order by k.company_id for no key update;
    delete from files f where f.id = any (dead) and f.created_at < before and app.is_loose_photo(f);
  ' || last);
end $$;
grant execute on all functions in schema app to mostruario_app;
