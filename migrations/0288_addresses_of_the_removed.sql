-- An address that was confirmed for a company is the company's own while a person of its staff has it, or orders go there, or
-- a subscription names it. It goes with its person or with the setting; given again, it is asked again.
create function app.forget_unused_addresses(p_company bigint, p_addresses text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from company_addresses a where a.company_id = p_company and a.address = any (p_addresses)
    and not exists (select 1 from users u where u.company_id = p_company and u.level in (1, 2) and u.deleted_at is null
      and lower(u.email) = a.address)
    and not exists (select 1 from companies c where c.id = p_company
      and a.address = any (string_to_array(replace(lower(c.orders_email), ' ', ''), ',')))
    and not exists (select 1 from subscriptions s where s.company_id = p_company
      and lower(s.billing_email) = a.address) $$;
-- The functions run as the owner, as the triggers of users do: an operator's session and a job pass them, too.
create function app.forget_address_of_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.forget_unused_addresses(old.company_id, array[lower(old.email)]);
  return null;
end $$;
create trigger forget_address_of_person after update of email, level, deleted_at on users for each row
  when (old.company_id is not null and old.level in (1, 2) and old.email <> '' and (new.deleted_at is not null or new.level not in (1, 2)
    or lower(new.email) is distinct from lower(old.email)))
  execute function app.forget_address_of_person();
create function app.forget_order_addresses() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.forget_unused_addresses(old.id, string_to_array(replace(lower(old.orders_email), ' ', ''), ','));
  return null;
end $$;
create trigger forget_order_addresses after update of orders_email on companies for each row
  when (old.orders_email <> new.orders_email) execute function app.forget_order_addresses();
-- Those of persons who were removed before.
select app.forget_unused_addresses(company_id, array_agg(address)) from company_addresses group by company_id;
grant execute on all functions in schema app to mostruario_app;
