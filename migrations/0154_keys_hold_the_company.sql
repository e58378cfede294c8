-- restart: a program of before names keys that are gone (a new company's address), and every table of people is held.
-- Every key of a company's table holds the company, as a database of several servers asks (docs/scale.md).

-- People, and mails: the platform's own have no company, and are told apart all the same. By its number alone a row is
-- found as before, and its number comes from one sequence.
do $$
declare
  links text[] := array(select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where confrelid = 'users'::regclass and conname not in ('sessions_user_id_fkey', 'password_tokens_user_id_fkey'));
  link text;
begin
  alter table users drop constraint users_pkey cascade, drop constraint users_company_id_id_key cascade,
    add constraint users_of_company unique nulls not distinct (company_id, id);
  foreach link in array links loop execute link; end loop;
end $$;
create index users_by_id on users (id);
drop index users_email;
create unique index users_email on users (company_id, lower(email)) nulls not distinct where email <> '' and deleted_at is null;
alter table mails drop constraint mails_pkey, drop constraint mails_key_key,
  add constraint mails_numbers unique nulls not distinct (company_id, id),
  add constraint mails_keys unique nulls not distinct (company_id, key);
create index mails_by_id on mails (id);
create or replace function app.add_mail(p_company bigint, p_key text, p_recipient text, p_language text, p_template text, p_params jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare made bigint;
begin
  if p_company is distinct from app.company() and app.company() is not null then raise exception 'app.add_mail for another company'; end if;
  insert into mails (company_id, key, recipient, language, template, params) values (p_company, p_key, p_recipient, p_language, p_template, p_params)
    on conflict (company_id, key) do nothing returning id into made;
  if made is not null then perform app.send_mail(made, p_company); end if;
  return made;
end $$;

create or replace function app.tell_operators(p_key text, p_template text, p_params jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare o record; made bigint;
begin
  for o in select u.id, u.email, u.language from users u where u.level <= 0 and u.active and u.deleted_at is null and u.email <> '' loop
    insert into mails (company_id, key, recipient, language, template, params) values (null, p_key || '-' || o.id, o.email, o.language, p_template, p_params)
      on conflict (company_id, key) do nothing returning id into made;
    if made is not null then perform app.send_mail(made, null); end if;
  end loop;
end $$;

-- Without a primary key a copy that follows this database must be told how rows are known.
alter table users replica identity full;
alter table mails replica identity full;

-- Who has a session. A link for a new password refers to nobody any more: it is good for an hour, and for who is there.
alter table sessions add foreign key (company_id, user_id) references users (company_id, id) on delete cascade;

-- A browser tells of one company at a time.
alter table push_devices drop constraint push_devices_hash_key, add unique (company_id, hash);
create index push_devices_by_hash on push_devices (hash);
create or replace function app.keep_device(p_user bigint, p_hash bytea, p_endpoint text, p_p256dh text, p_auth text, p_session bytea, p_language text,
  p_agent text, p_now timestamptz) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); kept bigint;
begin
  if c is null then raise exception 'app.keep_device without a company'; end if;
  perform pg_advisory_xact_lock(hashtextextended(encode(p_hash, 'hex'), 1));
  delete from push_devices where hash = p_hash and (company_id <> c or user_id <> p_user);
  insert into push_devices (company_id, user_id, hash, endpoint, p256dh, auth, session, language, agent, created_at, seen_at)
  values (c, p_user, p_hash, p_endpoint, p_p256dh, p_auth, p_session, p_language, left(p_agent, 200), p_now, p_now)
  on conflict (company_id, hash) do update set p256dh = excluded.p256dh, auth = excluded.auth, session = excluded.session, language = excluded.language,
    agent = excluded.agent, seen_at = excluded.seen_at, failing_since = null, rests_until = null
    where push_devices.company_id = c and push_devices.user_id = p_user
  returning id into kept;
  delete from push_devices where company_id = c and id = any (array(select id from push_devices
    where company_id = c and user_id = p_user order by seen_at desc, id desc offset 10));
  return kept;
end $$;

-- People come in a copy in the order of their numbers.
create or replace function app.dump(p_table text) returns void language plpgsql as $$
declare dump refcursor := 'dump'; in_order text;
begin
  if p_table in ('sessions', 'undos', 'mails') or not exists (select 1 from pg_policies
      where schemaname = 'public' and tablename = p_table and policyname = 'tenant') then raise exception 'app.dump of %', p_table; end if;
  select string_agg(quote_ident(a.attname), ', ' order by k.n) into in_order from pg_index i, unnest(i.indkey) with ordinality k(attnum, n), pg_attribute a
    where i.indrelid = p_table::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum;
  open dump no scroll for execute format('select (to_jsonb(t) - ''password_hash'' - ''link_version'' - ''search_text'' - ''search_extra'' - ''search_code'' - ''receipt_token'' - ''token'' - ''changed'')::text as row
    from %I t where %s = app.company() order by %s', p_table, case when p_table = 'companies' then 'id' else 'company_id' end, coalesce(in_order, 'company_id, id'));
end $$;

-- An address is one company's of all: kept beside the companies, the address itself its key.
create table company_paths (path text primary key check (path = lower(path)), company bigint not null);
alter table company_paths enable row level security, force row level security;
create policy owner_all on company_paths to mostruario_owner using (true) with check (true);
insert into company_paths select path, id from companies;
alter table companies drop constraint companies_path_key;
create function app.take_path() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into company_paths values (new.path, new.id);
  if tg_op = 'UPDATE' then delete from company_paths where path = old.path; end if;
  return null;
end $$;
create trigger path after insert on companies for each row execute function app.take_path();
create trigger path_of_old after update of path on companies for each row when (old.path <> new.path) execute function app.take_path();
-- Whether nobody has this address: whoever asks has it until the end of the transaction. Others wait for what becomes of
-- it, or take it for taken.
create function app.hold_path(p_path text, p_wait boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare its bigint := hashtextextended('path ' || p_path, 0);
begin
  if p_wait then perform pg_advisory_xact_lock(its);
  elsif not pg_try_advisory_xact_lock(its) then return false;
  end if;
  return not exists (select 1 from company_paths where path = p_path);
end $$;
grant execute on all functions in schema app to mostruario_app;
