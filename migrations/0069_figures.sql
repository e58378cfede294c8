-- What counts as sold, kept narrow for figures: an order's goods in the company's own money on its day in the company's
-- time zone, and what of it each product brought. Written by whoever reads figures, and by a job, never by whoever orders
-- (docs/decisions/0049-figures.md); orders say by their change number (migrations/0052) that they are others.
create table sold_orders (
  company_id bigint not null references companies, order_id bigint not null, at timestamptz not null, day date not null,
  seller_id bigint, client_id bigint,
  by_buyer boolean not null,   -- sent from the catalogue, not taken by somebody who sells
  pieces bigint not null, goods bigint not null,
  primary key (company_id, order_id)
);
create index sold_orders_by_day on sold_orders (company_id, day);
create index sold_orders_of_client on sold_orders (company_id, client_id, at) include (day, seller_id) where client_id is not null;
select app.protect('sold_orders');

create table sold_lines (
  company_id bigint not null references companies, order_id bigint not null, product_id bigint not null,
  day date not null, seller_id bigint, pieces bigint not null, goods bigint not null,
  primary key (company_id, order_id, product_id)
);
create index sold_lines_by_day on sold_lines (company_id, day);
select app.protect('sold_lines');

-- What was ordered and is deleted was not sold. In one statement: a key that is looked after row by row costs as much as
-- the counting.
create function app.forget_sold() returns trigger language plpgsql as $$
begin
  delete from sold_lines s using gone g where s.company_id = g.company_id and s.order_id = g.id;
  delete from sold_orders s using gone g where s.company_id = g.company_id and s.order_id = g.id;
  return null;
end $$;
create trigger forget_sold after delete on orders referencing old table as gone for each statement execute function app.forget_sold();

-- How far a company's figures are. A round goes through the orders that changed since the last one began, in pieces;
-- a company that moved to another time zone, or a database that was restored, begins anew.
create table figures_kept (
  company_id bigint primary key references companies, time_zone text not null, importer boolean not null, cluster text not null,
  done_changed xid8 not null default '0', done_id bigint not null default 0,   -- every order up to here is counted
  next_round xid8   -- where the next one begins; null: none is under way
);
select app.protect('figures_kept');

-- Companies with orders that their figures do not know yet.
create function app.stale_figures() returns setof bigint language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.stale_figures is the platform''s'; end if;
  return query select c.id from companies c left join figures_kept k on k.company_id = c.id
    where c.deleted_at is null and (k.next_round is not null or exists (select 1 from orders o where o.company_id = c.id
      and o.changed >= coalesce(k.done_changed, '0') and o.changed < pg_snapshot_xmax(pg_current_snapshot())));
end $$;

-- How many devices opened a company's catalogue on a day: a number, and nothing of whoever it was.
create table catalogue_visits (
  company_id bigint not null references companies, day date not null, visits bigint not null check (visits > 0),
  primary key (company_id, day)
);
select app.protect('catalogue_visits');

-- The catalogue as a window in the company's own site: on which sites it may stand, and what it shows.
create table showcases (
  company_id bigint primary key references companies,
  sites text[] not null default '{}' check (cardinality(sites) <= 10),   -- origins: https://www.loja.com.br
  category_id bigint, most int not null default 8 check (most between 1 and 24), updated_at timestamptz not null,
  foreign key (company_id, category_id) references categories (company_id, id)
);
select app.protect('showcases');
grant execute on all functions in schema app to mostruario_app;
