-- The mark of the demonstration passes on to what its accounts make (decision 0088). Rows of before keep what they have.
create index users_demo on users (company_id) where demo;

-- Accounts with the mark, and no admin without it.
create function app.is_demo_company(p_company bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from users where company_id = p_company and demo)
    and not exists (select 1 from users where company_id = p_company and level = 1 and not demo and deleted_at is null)
$$;
create function app.inherit_demo() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare actor record;
begin
  select level, demo into actor from users where id = coalesce(nullif(current_setting('app.acting_id', true), '')::bigint, app.user_id());
  if new.is_visitor then
    -- The public catalogue is no account.
    new.demo := false;
  elsif tg_op = 'UPDATE' and new.demo then
    -- With a password that an admin or operator without the mark has set, it is an account of theirs.
    new.demo := not coalesce(not actor.demo and actor.level <= 1 and new.password_hash is not null
      and new.password_hash is distinct from old.password_hash, false);
  elsif actor.level is null or actor.level > 0 or actor.demo then
    if tg_op = 'INSERT' then
      new.demo := new.demo or coalesce(actor.demo, false) or app.is_demo_company(new.company_id);
    elsif new.level < old.level then
      new.demo := app.is_demo_company(new.company_id);
    end if;
  end if;
  return new;
end $$;
create trigger inherit_demo before insert or update of level, password_hash, is_visitor on users
  for each row execute function app.inherit_demo();

grant execute on all functions in schema app to mostruario_app;
