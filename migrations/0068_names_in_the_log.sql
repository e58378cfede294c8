-- A variation is called by its choice: its code, mostly empty, came first.
create or replace function app.log_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare o jsonb; n jsonb; diff jsonb; what text; parent bigint; a record; company bigint; called text;
begin
  if current_setting('app.quiet', true) = '1' then return null; end if;
  o := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  n := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  what := case when tg_op = 'INSERT' then 'create' when tg_op = 'DELETE' or (n->>'deleted_at' is not null and o->>'deleted_at' is null) then 'delete'
    when o->>'deleted_at' is not null and n->>'deleted_at' is null then 'restore' else 'update' end;
  diff := case when what in ('update', 'restore') then app.changes(o, n) else '{}' end;
  if what = 'update' and diff = '{}' then return null; end if;
  select x.* into a from (select 1) nobody left join app.actor() x on true;
  called := coalesce(n->>'name', o->>'name', (select string_agg(value, ' · ') from jsonb_each_text(coalesce(n->'specs', o->'specs'))),
    n->>'code', o->>'code', n->>'txid', '');
  if tg_nargs > 1 then
    -- A row of the platform's own.
    insert into platform_log (user_id, who, action, object, object_id, about_company, name, changes)
    values (a.id, coalesce(a.name, ''), what, tg_argv[0], coalesce(n->>'id', o->>'id')::bigint, coalesce(n->>'company_id', o->>'company_id')::bigint, called, diff);
    return null;
  end if;
  parent := coalesce(n->>'product_id', o->>'product_id')::bigint;
  company := coalesce(n->>'company_id', o->>'company_id', n->>'id')::bigint;
  insert into logs (company_id, user_id, who, action, object, object_id, name, changes)
  values (company, a.id, coalesce(a.name, ''), what, tg_argv[0], coalesce(parent, coalesce(n->>'id', o->>'id')::bigint), called, diff);
  if a.operator and current_setting('app.acting_id', true) is distinct from a.id::text then
    insert into platform_log (user_id, who, action, object, object_id, about_company, name, changes)
    values (a.id, a.name, what, tg_argv[0], coalesce(n->>'id', o->>'id')::bigint, company, called, diff);
  end if;
  return null;
end $$;
grant execute on function app.log_change() to mostruario_app;
