-- People are found by their keys: a company's thousands of clients are not looked through for each order.
create or replace function app.tell(p_told jsonb, p_now timestamptz, p_id bigint default null, p_number bigint default null) returns void
language plpgsql as $$
declare c bigint := app.company(); e record; ids bigint[] := '{}'; people bigint[] := '{}'; some_ids bigint[]; some_people bigint[];
begin
  for e in select * from jsonb_to_recordset(p_told) as x(kind text, word text, whom bigint[], admins boolean, but bigint,
      number bigint, name text, about bigint, href text, key text, again boolean, mail_at timestamptz) loop
    with told as (
      insert into person_notices as n (company_id, user_id, kind, word, number, name, about_id, href, key, at, mail_at)
      select c, u.id, e.kind, e.word, coalesce(p_number, e.number), coalesce(e.name, ''), e.about, e.href || coalesce(p_id::text, ''),
        e.key || coalesce(p_id::text, ''), p_now, case when u.level = 2 and u.email <> '' then e.mail_at end
      from users u where u.company_id = c and u.active and u.deleted_at is null and not u.is_visitor and u.id is distinct from e.but
        and u.id in (select unnest(e.whom) union select x.id from users x where e.admins and x.company_id = c and x.level = 1)
        and (u.level < 3 or exists (select 1 from push_devices d where d.company_id = c and d.user_id = u.id)
          or exists (select 1 from sessions s where s.company_id = c and s.user_id = u.id))
      on conflict (company_id, user_id, key) do update set at = excluded.at, read_at = null, sent_at = null, push_at = null,
        mail_at = excluded.mail_at, name = excluded.name, word = excluded.word, href = excluded.href,
        times = case when n.read_at is null then n.times + 1 else 1 end where e.again
      returning id, user_id)
    select array_agg(id), array_agg(user_id) into some_ids, some_people from told;
    ids := ids || coalesce(some_ids, '{}');
    people := people || coalesce(some_people, '{}');
  end loop;
  if cardinality(ids) = 0 then return; end if;
  if exists (select 1 from push_devices d where d.company_id = c and d.user_id = any (people)) then
    perform app.enqueue('send_notices', jsonb_build_object('ids', ids));
  end if;
  perform pg_notify('changes', json_build_object('type', 'notice', 'company_id', c, 'users', people)::text);
end $$;

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
grant execute on all functions in schema app to mostruario_app;
