-- Sweeping a picture, emptying a company, closing its catalogue and looking for a free address read what they need, not every
-- order line, session and company there is.
create index order_lines_photo on order_lines (photo) where photo like '/files/%';
create index sessions_of_company on sessions (company_id);
create index companies_by_path on companies (path text_pattern_ops);

-- As in 0018_platform.sql, by that index: a path has small letters, digits and hyphens, and `~` comes after all of them.
create or replace function app.paths_like(p_path text) returns table (path text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.path from companies c where c.path ~>=~ left(p_path, 36) and c.path ~<~ (left(p_path, 36) || '~') $$;

-- As in 0032_what_is_deleted_is_gone.sql, by that index.
create or replace function app.unused_files(p_names text[], p_now timestamptz, p_but bigint default null) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare loose text[] := array(select n from unnest(p_names) n where not app.has_row(n, p_but)); copied text[];
begin
  if not app.is_operator() then raise exception 'app.unused_files is the platform''s'; end if;
  if loose = '{}' then return; end if;
  perform pg_advisory_xact_lock(1718185061, h) from (select distinct hashtext(n) as h from unnest(loose) n order by 1) every_name;
  copied := array(select substring(l.photo from '[0-9a-f]{32}') from order_lines l
    where l.photo like '/files/%' and l.photo = any (array(select '/files/' || n || '.webp' from unnest(loose) n))
      and l.company_id is distinct from p_but);
  return query select n from unnest(loose) n where not app.has_row(n, p_but) and n <> all (copied)
    and not exists (select 1 from undos u where u.used_at is null and u.expires_at > p_now and u.rows::text like '%' || n || '%' and u.company_id is distinct from p_but);
end $$;

-- As in 0018_platform.sql: whoever works for no company at all is told nothing.
create or replace function app.usage_of(p_ids bigint[]) returns table (company_id bigint, admins int, sellers int, clients int, products int, orders bigint, last_order_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() and (app.company() = all (p_ids)) is not true then return; end if;
  return query select i.id,
    (select count(*)::int from users u where u.company_id = i.id and u.level = 1 and u.active and u.deleted_at is null),
    (select count(*)::int from users u where u.company_id = i.id and u.level = 2 and u.active and u.deleted_at is null),
    (select count(*)::int from users u where u.company_id = i.id and u.level = 3 and u.active and u.deleted_at is null and u.email <> '' and u.password_hash is not null),
    (select count(*)::int from products p where p.company_id = i.id and p.active and p.deleted_at is null),
    (select k.order_number from company_counters k where k.company_id = i.id),
    (select o.received_at from orders o where o.company_id = i.id order by o.received_at desc, o.id desc limit 1)
  from unnest(p_ids) i(id);
end $$;
