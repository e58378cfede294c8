-- The user that a public catalogue is seen by is no person: it has no e-mail, password, seller or other level, and does not
-- go. Whether visitors come in is the company's own switch.
alter table companies add column catalogue_open boolean not null default true;
alter table users add column is_visitor boolean not null default false;

-- Who was the visitor and was made a person by a call becomes the visitor again; where it was removed, or never was, the
-- catalogue stays closed until the admin opens it.
select set_config('app.quiet', '1', true);
update companies c set catalogue_open = false where c.purged_at is null
  and not exists (select 1 from users u where u.id = c.public_user and u.active and u.deleted_at is null);
do $$
declare c record; made bigint;
begin
  for c in select id from companies where public_user is null and purged_at is null loop
    insert into users (company_id, level, name) values (c.id, 3, 'Visitante') returning id into made;
    update companies set public_user = made where id = c.id;
  end loop;
end $$;
update users u set level = 3, email = '', password_hash = null, seller_id = null, active = true, deleted_at = null, is_visitor = true
  from companies c where c.public_user = u.id;
delete from sessions s using users u where u.id = s.user_id and u.is_visitor and s.kind = 'user';
select set_config('app.quiet', '', true);
alter table users add constraint visitor_is_no_person check (not is_visitor
  or (level = 3 and email = '' and password_hash is null and seller_id is null and active and deleted_at is null));

create function app.mark_visitor() returns trigger language plpgsql as $$
declare quiet text := coalesce(current_setting('app.quiet', true), '');
begin
  perform set_config('app.quiet', '1', true);
  update users set is_visitor = true where id = new.public_user and not is_visitor;
  perform set_config('app.quiet', quiet, true);
  return null;
end $$;
create trigger visitor after insert or update of public_user on companies for each row when (new.public_user is not null) execute function app.mark_visitor();

-- A catalogue that is closed to visitors has none: whoever is inside is out with the next call.
create function app.close_catalogue() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin delete from sessions where company_id = new.id and kind = 'public'; return null; end $$;
create trigger closed after update of catalogue_open on companies for each row when (old.catalogue_open and not new.catalogue_open) execute function app.close_catalogue();

create or replace function app.find_company_by_path(p_path text)
returns table (company_id bigint, public_user bigint, is_blocked boolean, valid_until date, time_zone text)
language sql security definer set search_path = public, pg_temp as $$
  select id, case when catalogue_open then public_user end, is_blocked, valid_until, time_zone from companies
  where deleted_at is null and (path = p_path or id = case when p_path ~ '^[0-9]{1,15}$' then p_path::bigint end)
  order by (path = p_path) desc limit 1
$$;
create or replace function app.find_storefront(p_path text)
returns table (kind text, user_id bigint, company_id bigint, level int, name text, hide_price boolean, hide_no_stock boolean,
  margin_bp int, hidden_categories bigint[], price_table int, currency text, seller_id bigint, is_blocked boolean, valid_until date,
  time_zone text, orders_open boolean, catalogue_version bigint, has_public_user boolean)
language sql security definer set search_path = public, pg_temp as $$
  select 'public', u.id, c.id, 3, coalesce(u.name, ''), coalesce(u.hide_price, true), coalesce(u.hide_no_stock, false), coalesce(u.margin_bp, 0),
    coalesce(u.hidden_categories, '{}'), coalesce(u.price_table, 1), coalesce(u.currency, 'BRL'), u.seller_id, c.is_blocked, c.valid_until,
    c.time_zone, c.pedidos or c.whatsapp, k.catalogue_version, u.id is not null
  from companies c join company_counters k on k.company_id = c.id left join users u on u.id = c.public_user and c.catalogue_open
  where c.deleted_at is null and (c.path = p_path or c.id = case when p_path ~ '^[0-9]{1,15}$' then p_path::bigint end)
  order by (c.path = p_path) desc limit 1
$$;

-- A company keeps an admin. Whoever takes one away waits for whoever does the same at the same moment, and then counts.
create function app.keep_an_admin() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from company_counters where company_id = old.company_id for update;
  if not exists (select 1 from users where company_id = old.company_id and level = 1 and active and deleted_at is null) then
    raise exception using errcode = 'MO003', message = 'A empresa ' || old.company_id || ' ficaria sem administrador.';
  end if;
  return null;
end $$;
create trigger keep_an_admin after update of level, active, deleted_at on users for each row
  when (old.level = 1 and old.active and old.deleted_at is null and not (new.level = 1 and new.active and new.deleted_at is null))
  execute function app.keep_an_admin();

-- The salt of an e-mail: passwords of one e-mail share it, so that a sign-in tries them all with one piece of work.
create index users_by_email on users (lower(email)) where email <> '';
create function app.salt_of(p_email text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select split_part(password_hash, '$', 3) from users where lower(email) = lower(p_email) and email <> '' and password_hash is not null and deleted_at is null order by id limit 1
$$;
-- The same password with that salt: nothing that the company's log would tell of.
create function app.join_salt(p_user bigint, p_was text, p_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.quiet', '1', true);
  update users set password_hash = p_hash where id = p_user and password_hash = p_was;
  perform set_config('app.quiet', '', true);
end $$;
drop function app.set_password(bigint, text);
-- Another password makes the link of a forgotten one worthless.
create function app.drop_password_tokens(p_user bigint) returns void
language sql security definer set search_path = public, pg_temp as $$ delete from password_tokens where user_id = p_user $$;
grant execute on all functions in schema app to mostruario_app;
