-- A client's card: whether orders are stopped, what the company notes of credit and of the client, whom it was merged into.
alter table users add column blocked boolean not null default false, add column credit_note text not null default '',
  add column notes text not null default '', add column merged_into bigint,
  add foreign key (company_id, merged_into) references users (company_id, id),
  add constraint merged_is_gone check (merged_into is null or (level = 3 and deleted_at is not null and merged_into <> id));
create index users_merged_into on users (company_id, merged_into) where merged_into is not null;

-- The client that this one became, itself when it was never merged.
create function app.surviving_client(p_id bigint) returns bigint language sql stable strict as $$
  with recursive line(id, merged_into, n) as (
    select u.id, u.merged_into, 1 from users u where u.id = p_id
    union all
    select u.id, u.merged_into, n + 1 from line l join users u on u.id = l.merged_into where n < 20)
  select id from line where merged_into is null limit 1
$$;

-- When a client last ordered is asked of every client at once: one step into an index for each.
create index orders_of_client_newest on orders (company_id, client_id, received_at desc, id desc) where client_id is not null;
drop index orders_of_client;

-- Whose client somebody was, and who moved it when: written by a trigger, so that no way of moving forgets. Nobody changes it.
create table portfolio_moves (
  id bigint generated always as identity, company_id bigint not null references companies,
  client_id bigint not null, from_seller bigint, to_seller bigint,   -- null: the house's
  at timestamptz not null default now(), user_id bigint, who text not null default '',
  primary key (company_id, id),
  foreign key (company_id, client_id) references users (company_id, id),
  foreign key (company_id, from_seller) references users (company_id, id),
  foreign key (company_id, to_seller) references users (company_id, id)
);
create index portfolio_moves_of on portfolio_moves (company_id, client_id, id desc);
select app.protect('portfolio_moves');
revoke insert, update, delete on portfolio_moves from mostruario_app;
create function app.note_portfolio_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into portfolio_moves (company_id, client_id, from_seller, to_seller, user_id, who)
  select new.company_id, new.id, old.seller_id, new.seller_id, app.user_id(),
    coalesce((select u.name from users u where u.id = app.user_id()), '')
  from companies c where c.id = new.company_id and c.deleted_at is null;
  return null;
end $$;
create trigger portfolio_move after update of seller_id on users for each row
  when (old.seller_id is distinct from new.seller_id and old.level = 3 and new.level = 3) execute function app.note_portfolio_move();

-- Two cards of one client that became one: what came along, so that the way back takes exactly that.
create table client_merges (
  id bigint generated always as identity, company_id bigint not null references companies,
  survivor_id bigint not null, gone_id bigint not null, at timestamptz not null, user_id bigint, who text not null,
  orders bigint[] not null default '{}',          -- the orders that were the other card's
  filled jsonb not null default '{}',             -- {field: [was, now]} of the card that stays
  undone_at timestamptz, undone_by text not null default '',
  primary key (company_id, id),
  foreign key (company_id, survivor_id) references users (company_id, id),
  foreign key (company_id, gone_id) references users (company_id, id)
);
create unique index client_merges_open on client_merges (company_id, gone_id) where undone_at is null;
create index client_merges_of on client_merges (company_id, survivor_id, id desc);
select app.protect('client_merges');

-- A client who is erased takes the notes along, and every card that was merged into it.
create or replace function app.erase_client(p_id bigint, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); touched bigint; called text := 'Cliente ' || p_id; was users; merged bigint;
begin
  select * into was from users where company_id = c and id = p_id and level = 3 for update;
  if not found then return 0; end if;
  for merged in select id from users where company_id = c and merged_into = p_id loop perform app.erase_client(merged, p_now); end loop;
  perform set_config('app.quiet', '1', true);
  update users set name = called, email = '', phone = '', document = '', company_name = '', address = '{}', client_code = '', profile_pic = '', password_hash = null,
    credit_note = '', notes = '', active = false, link_version = link_version + 1, deleted_at = coalesce(deleted_at, p_now) where company_id = c and id = p_id;
  delete from client_merges where company_id = c and (survivor_id = p_id or gone_id = p_id);
  delete from sessions where company_id = c and user_id = p_id;
  update orders set name = called, email = '', phone = '', document = '', company_name = '', address = '{}', client_code = '', description = '', additional_field = '', internal_note = '', utm = '{}'
    where company_id = c and client_id = p_id;
  get diagnostics touched = row_count;
  update order_events set who = called where company_id = c and user_id = p_id;
  update price_requests set name = called, phone = 'apagado ' || id, document = '', company_name = '' where company_id = c and (user_id = p_id or client_id = p_id);
  update logs set name = called, changes = '{}' where company_id = c and object = 'user' and object_id = p_id;
  update logs set who = called where company_id = c and user_id = p_id;
  update mails m set params = '{}', recipient = case when was.email <> '' and m.recipient = was.email then '' else m.recipient end
    where m.company_id = c and ((was.email <> '' and m.recipient = was.email) or exists (select 1 from orders o where o.company_id = c and o.client_id = p_id
      and (m.key = 'pedido-' || c || '-' || o.id or m.key like 'pedido-' || c || '-' || o.id || '-%')));
  delete from undos where company_id = c and kind = 'clients' and rows @> jsonb_build_array(jsonb_build_object('ids', jsonb_build_array(p_id)));
  perform set_config('app.quiet', '', true);
  return touched;
end $$;

-- Moves of portfolios and merges are in the copy of a company.
create or replace function app.dump(p_table text) returns void language plpgsql as $$
declare dump refcursor := 'dump'; in_order text;
begin
  if p_table <> all (array['companies', 'users', 'categories', 'products', 'variations', 'product_categories', 'product_images', 'entities', 'orders', 'order_lines',
    'order_events', 'price_requests', 'subscriptions', 'invoices', 'consents', 'logs', 'integrations', 'portfolio_moves', 'client_merges']) then raise exception 'app.dump of %', p_table; end if;
  select string_agg(quote_ident(a.attname), ', ' order by k.n) into in_order from pg_index i, unnest(i.indkey) with ordinality k(attnum, n), pg_attribute a
    where i.indrelid = p_table::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum;
  open dump no scroll for execute format('select (to_jsonb(t) - ''password_hash'' - ''link_version'' - ''search_text'' - ''search_extra'' - ''search_code'' - ''receipt_token'' - ''token'')::text as row
    from %I t where %s = app.company() order by %s', p_table, case when p_table = 'companies' then 'id' else 'company_id' end, in_order);
end $$;

-- Cards that were merged name each other: they let go first.
create or replace function app.purge_rows(p_id bigint, p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare tbl text; many int; refused text; keep text[] := array['subscriptions', 'invoices', 'notices'];
begin
  if not app.is_gone(p_id, p_now) then return 0; end if;
  perform set_config('app.quiet', '1', true);
  update companies set public_user = null where id = p_id and public_user is not null;
  update users set seller_id = null, successor_id = null, merged_into = null where company_id = p_id
    and (seller_id is not null or successor_id is not null or merged_into is not null);
  update categories set master_id = null where company_id = p_id and master_id is not null;
  for tbl in select c.table_name from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relkind = 'r'
      where c.table_schema = 'public' and c.column_name = 'company_id' and c.table_name <> all (keep) order by 1 loop
    begin
      execute format('delete from %I where ctid = any (array(select ctid from %1$I where company_id = $1 limit $2))', tbl) using p_id, p_limit;
      get diagnostics many = row_count;
      if many > 0 then return many; end if;
    exception when foreign_key_violation then refused := tbl;
    end;
  end loop;
  if refused is not null then raise exception 'app.purge_rows: % keeps rows of %', refused, p_id; end if;
  return 0;
end $$;
grant execute on all functions in schema app to mostruario_app;
