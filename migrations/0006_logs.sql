-- Who changed what. Rows of products, categories, users, companies and variations are compared by trigger, so that no
-- path of writing forgets; what has no row (sign-in, import, export) is written by name. Nobody changes a log.
create table logs (
  id bigint generated always as identity, company_id bigint not null references companies,
  at timestamptz not null default now(), user_id bigint, who text not null default '',
  action text not null, object text not null, object_id bigint, name text not null default '',
  changes jsonb not null default '{}',                     -- {field: [old, new]}
  primary key (company_id, id)
);
create index logs_of_object on logs (company_id, object, object_id, id desc);
select app.protect('logs', 'company_id', true);
revoke update, delete on logs from mostruario_app;

create function app.user_id() returns bigint language sql stable as $$ select nullif(current_setting('app.user_id', true), '')::bigint $$;

-- {field: [old, new]} of two rows, without what changes by itself; settings field by field; a password never in words.
create function app.changes(o jsonb, n jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case when key = 'password_hash' then '[null, "•••"]' else jsonb_build_array(was->key, now->key) end), '{}')
  from (select o - 'settings' || coalesce(o->'settings', '{}') as was, n - 'settings' || coalesce(n->'settings', '{}') as now) flat,
    jsonb_object_keys(was || now) key
  where was->key is distinct from now->key
    and key not in ('version', 'updated_at', 'created_at', 'search_text', 'search_extra', 'search_code', 'link_version', 'deleted_at')
$$;

-- Argument: the object's name. Imports say app.quiet and write one line for the whole.
create function app.log_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare o jsonb; n jsonb; diff jsonb; what text; parent bigint;
begin
  if current_setting('app.quiet', true) = '1' then return null; end if;
  o := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  n := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  what := case when tg_op = 'INSERT' then 'create' when tg_op = 'DELETE' or (n->>'deleted_at' is not null and o->>'deleted_at' is null) then 'delete'
    when o->>'deleted_at' is not null and n->>'deleted_at' is null then 'restore' else 'update' end;
  diff := case when what in ('update', 'restore') then app.changes(o, n) else '{}' end;
  if what = 'update' and diff = '{}' then return null; end if;
  parent := coalesce(n->>'product_id', o->>'product_id')::bigint;
  insert into logs (company_id, user_id, who, action, object, object_id, name, changes)
  values (coalesce(n->>'company_id', o->>'company_id', n->>'id')::bigint, app.user_id(),
    coalesce((select u.name from users u where u.id = app.user_id()), ''), what, tg_argv[0], coalesce(parent, coalesce(n->>'id', o->>'id')::bigint),
    coalesce(n->>'name', o->>'name', (select string_agg(value, ' · ') from jsonb_each_text(coalesce(n->'specs', o->'specs'))), ''), diff);
  return null;
end $$;
create trigger log after insert or update of name, code, code_2, reference, ean, price, price2, price3, price_promo, promo_from, promo_until,
  description, additional_text, tags, "order", active, min_quantity, multiple, mixed, entity_id, deleted_at on products
  for each row execute function app.log_change('product');
create trigger log after insert or delete or update of specs, code, ean, price, surcharge on variations for each row execute function app.log_change('variation');
create trigger log after insert or update of name, image, "order", is_master_category, master_id, deleted_at on categories
  for each row execute function app.log_change('category');
create trigger log after insert or update on users for each row when (new.company_id is not null) execute function app.log_change('user');
create trigger log after update on companies for each row execute function app.log_change('company');

-- A sign-in is written where the session is opened.
create or replace function app.open_session(p_hash bytea, p_user bigint, p_kind text, p_stay boolean, p_agent text, p_now timestamptz)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into sessions (hash, user_id, company_id, kind, stay, user_agent, created_at, last_seen)
  select p_hash, u.id, u.company_id, p_kind, p_stay, left(p_agent, 200), p_now, p_now from users u where u.id = p_user;
  insert into logs (company_id, at, user_id, who, action, object, object_id, name)
  select u.company_id, p_now, u.id, u.name, 'login', 'user', u.id, u.name from users u where u.id = p_user and p_kind = 'user' and u.company_id is not null
$$;

-- Removing a seller names a successor, who answers for the old links as well.
alter table users add column successor_id bigint,
  add foreign key (company_id, successor_id) references users (company_id, id);
create function app.current_seller(p_id bigint) returns bigint language sql stable as $$
  with recursive line(id, successor_id, active, n) as (
    select u.id, u.successor_id, u.active and u.deleted_at is null, 1 from users u where u.id = p_id and u.level = 2
    union all
    select u.id, u.successor_id, u.active and u.deleted_at is null, n + 1 from line l join users u on u.id = l.successor_id where not l.active and n < 10)
  select id from line where active order by n limit 1
$$;
grant execute on all functions in schema app to mostruario_app;
