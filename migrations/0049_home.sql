-- Who opened the catalogue on which day: people with a name and personal links only, one row a day and person, for 90 days.
create table openings (
  company_id bigint not null references companies, user_id bigint not null, day date not null, at timestamptz not null,
  primary key (company_id, user_id, day), foreign key (company_id, user_id) references users (company_id, id)
);
create index openings_by_day on openings (company_id, day, user_id);
select app.protect('openings');

-- What a seller puts off in the list of the day: a client, or an order without one, until a day.
create table put_offs (
  company_id bigint not null references companies, id bigint generated always as identity,
  user_id bigint not null, client_id bigint, order_id bigint, until date not null,
  primary key (company_id, id), check (num_nonnulls(client_id, order_id) = 1),
  unique nulls not distinct (company_id, user_id, client_id, order_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, client_id) references users (company_id, id),
  foreign key (company_id, order_id) references orders on delete cascade
);
create index put_offs_of_client on put_offs (company_id, client_id) where client_id is not null;
create index put_offs_of_order on put_offs (company_id, order_id) where order_id is not null;
select app.protect('put_offs');

-- Whoever is gone, or erased, was seen by nobody.
create function app.forget_openings() returns trigger language plpgsql as $$
begin
  delete from openings where company_id = new.company_id and user_id = new.id;
  delete from put_offs where company_id = new.company_id and (user_id = new.id or client_id = new.id);
  return null;
end $$;
create trigger forget_openings after update of deleted_at on users for each row
  when (new.deleted_at is not null and new.company_id is not null) execute function app.forget_openings();

-- What the 90 days are over of; answers how many rows went.
create function app.sweep_openings(p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare many int; more int;
begin
  if not app.is_operator() then raise exception 'app.sweep_openings is the platform''s'; end if;
  delete from openings where ctid = any (array(select ctid from openings where at < p_now - interval '90 days' limit p_limit));
  get diagnostics many = row_count;
  delete from put_offs where ctid = any (array(select ctid from put_offs where until < (p_now - interval '2 days')::date limit p_limit));
  get diagnostics more = row_count;
  return greatest(many, more);
end $$;

-- How a client usually orders is read of a whole portfolio at once: days and status stand in the index.
drop index if exists orders_of_client_newest;
create index orders_of_client_newest on orders (company_id, client_id, received_at desc, id desc) include (status)
  where client_id is not null;

-- A copy holds any table of a company: row-level security decides the rows, the caller which tables.
create or replace function app.dump(p_table text) returns void language plpgsql as $$
declare dump refcursor := 'dump'; in_order text;
begin
  if p_table in ('sessions', 'undos', 'mails') or not exists (select 1 from pg_policies
      where schemaname = 'public' and tablename = p_table and policyname = 'tenant') then raise exception 'app.dump of %', p_table; end if;
  select string_agg(quote_ident(a.attname), ', ' order by k.n) into in_order from pg_index i, unnest(i.indkey) with ordinality k(attnum, n), pg_attribute a
    where i.indrelid = p_table::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum;
  open dump no scroll for execute format('select (to_jsonb(t) - ''password_hash'' - ''link_version'' - ''search_text'' - ''search_extra'' - ''search_code'' - ''receipt_token'' - ''token'')::text as row
    from %I t where %s = app.company() order by %s', p_table, case when p_table = 'companies' then 'id' else 'company_id' end, in_order);
end $$;
grant execute on all functions in schema app to mostruario_app;
