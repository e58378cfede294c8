-- How many products somebody sees is kept until one comes, goes, is switched on or off, moves between categories or is
-- tagged otherwise: `shelf_version` is the catalogue's number of the last time that this happened. What is sold, priced or
-- renamed raises the catalogue's number alone. With a million products the numbers of a first page took seconds after each sale.
alter table company_counters add shelf_version bigint not null default 0;

create function app.shelf_changed(company bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key text := 'app.shelf_' || company;
  v bigint;
begin
  -- Once per transaction.
  if coalesce(current_setting(key, true), '') <> '' then return; end if;
  -- First the one, then the other: both write the same row.
  v := app.raise_version(company);
  update company_counters set shelf_version = v where company_id = company;
  perform set_config(key, '1', true);
end $$;
-- Null inside of a transaction that changes the catalogue: what it counts is not yet there for others, and may never be.
create function app.shelf_version() returns table (company_id bigint, version bigint) language sql stable as $$
  select company_id, shelf_version from company_counters
    where company_id = app.company() and coalesce(current_setting('app.version_' || company_id, true), '') = '' $$;
grant execute on function app.shelf_version() to mostruario_app;

create function app.shelf_touched() returns trigger language plpgsql as $$
declare c bigint;
begin
  for c in select distinct company_id from touched loop perform app.shelf_changed(c); end loop;
  return null;
end $$;
create function app.product_stands_otherwise() returns trigger language plpgsql as $$
begin
  perform app.shelf_changed(new.company_id);
  return null;
end $$;
create trigger shelf_insert after insert on products referencing new table as touched for each statement execute function app.shelf_touched();
create trigger shelf_delete after delete on products referencing old table as touched for each statement execute function app.shelf_touched();
create trigger shelf after update of active, deleted_at, tags on products for each row
  when ((old.active, old.deleted_at, old.tags) is distinct from (new.active, new.deleted_at, new.tags)) execute function app.product_stands_otherwise();
create trigger shelf_insert after insert on product_categories referencing new table as touched for each statement execute function app.shelf_touched();
create trigger shelf_update after update on product_categories referencing new table as touched for each statement execute function app.shelf_touched();
create trigger shelf_delete after delete on product_categories referencing old table as touched for each statement execute function app.shelf_touched();
create trigger shelf_insert after insert on categories referencing new table as touched for each statement execute function app.shelf_touched();
create trigger shelf_update after update on categories referencing new table as touched for each statement execute function app.shelf_touched();
create trigger shelf_delete after delete on categories referencing old table as touched for each statement execute function app.shelf_touched();

-- Few of many are on promotion: they are counted for each first page.
create index products_promoted on products (company_id, promo_until) where price_promo > 0 and active and deleted_at is null;
