-- Several accounts of one e-mail: a stranger's sign-ups under it keep nobody out. An address is confirmed when a link that
-- was mailed to it is used; another address is not.
alter table users add column email_confirmed_at timestamptz;
alter table companies add column signed_up boolean not null default false;
do $$ begin
  execute replace(pg_get_functiondef('app.changes'::regproc), '''link_version''', '''link_version'', ''email_confirmed_at''');
end $$;
create or replace function app.take_password_token(p_hash bytea, p_now timestamptz) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with taken as (delete from password_tokens where hash = p_hash and expires_at > p_now returning user_id),
    confirmed as (update users u set email_confirmed_at = p_now from taken t where u.id = t.user_id)
  select user_id from taken
$$;
create function app.unconfirm_email() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at := null;
  return new;
end $$;
create trigger unconfirm_email before update of email on users for each row
  when (lower(new.email) <> lower(old.email)) execute function app.unconfirm_email();

-- A sign-up that nobody confirmed or used: no order, no product beside the samples, no second person.
create function app.is_unused_signup(u users, c companies) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select c.signed_up and c.trial and u.email_confirmed_at is null
    and not exists (select 1 from orders o where o.company_id = c.id)
    and not exists (select 1 from products p where p.company_id = c.id and not p.sample)
    and not exists (select 1 from users o where o.company_id = c.id and o.id <> u.id and not o.is_visitor)
$$;
-- Operators, then accounts with a confirmed address or of a company that pays, then the others, those in use before those
-- that are not; the oldest first. Signing in at the main host (p_since) leaves out unused sign-ups that began before.
drop function app.find_accounts(text, text);
create function app.find_accounts(p_email text, p_path text, p_since timestamptz default null)
returns table (user_id bigint, company_id bigint, level int, password_hash text, is_public boolean, name text, company_name text, language text)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, f.company_id, f.level, f.password_hash, f.is_public, f.name, f.company_name, f.language from (
    select u.id, u.company_id, u.level, u.password_hash, coalesce(c.public_user = u.id, false) as is_public, u.name,
      coalesce(c.name, 'Mostruário') as company_name, u.language, coalesce(app.is_unused_signup(u, c), false) as unused,
      c.created_at as began, u.level <= 0 as operates, u.email_confirmed_at is not null or not coalesce(c.trial, false) as sure
    from users u left join companies c on c.id = u.company_id
    where lower(u.email) = lower(p_email) and u.email <> '' and not u.shared_email and u.active and u.deleted_at is null
      and (u.level <= 0 or c.deleted_at is null)
      and (p_path is null or c.path = p_path)) f
  where p_path is not null or p_since is null or not f.unused or f.began >= p_since
  order by f.operates desc, f.sure desc, f.unused, f.id limit 50
$$;
-- How many other trials have this e-mail or phone, for who signs up.
create function app.trials_like(p_company bigint, p_email text, p_phone text, p_since timestamptz) returns table (id bigint, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct c.id, c.name from companies c join users u on u.company_id = c.id and u.level = 1 and u.deleted_at is null
  where app.is_operator() and c.id <> p_company and c.signed_up and c.trial and c.deleted_at is null and c.created_at >= p_since
    and (lower(u.email) = lower(p_email) or (p_phone <> '' and (u.phone = p_phone or c.whatsapp_phone = p_phone)))
  order by 1 limit 50
$$;
grant execute on all functions in schema app to mostruario_app;
