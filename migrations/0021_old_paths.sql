-- A company's address that was renamed keeps leading to it, until another company is given it.
create index old_names_of_path on old_names (name) where kind = 'path';
create function app.keep_old_path() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into old_names (company_id, kind, name, object_id) values (old.id, 'path', old.path, old.id)
    on conflict (company_id, kind, name) do update set at = now();
  return null;
end $$;
create trigger old_path after update of path on companies for each row when (old.path <> new.path) execute function app.keep_old_path();
-- The path of the company that had this one last; null when nobody had, or somebody has it now.
create function app.find_moved_path(p_path text) returns text
language sql security definer set search_path = public, pg_temp as $$
  select c.path from old_names o join companies c on c.id = o.company_id and c.deleted_at is null
  where o.kind = 'path' and o.name = p_path and not exists (select 1 from companies t where t.path = p_path)
  order by o.at desc limit 1
$$;
grant execute on all functions in schema app to mostruario_app;
