-- What a device keeps is renewed by what changed since it asked: a row carries the number of the transaction that last wrote it.
-- A reader asks again from the oldest transaction that was open when it read (pg_snapshot_xmin), so that what committed late is
-- not missed, and nobody waits for anybody's number. Rows from before carry 0.
alter table orders add changed xid8 not null default '0';
alter table orders alter changed set default pg_current_xact_id();
alter table users add changed xid8 not null default '0';
alter table users alter changed set default pg_current_xact_id();
create function app.mark_changed() returns trigger language plpgsql as $$
begin new.changed := pg_current_xact_id(); return new; end $$;
create trigger changed before update on orders for each row execute function app.mark_changed();
create trigger changed before update on users for each row execute function app.mark_changed();
create index orders_changed on orders (company_id, changed);
create index users_changed on users (company_id, changed);
-- Which cards were merged into one is shown on the one that stayed.
create function app.merge_changed() returns trigger language plpgsql as $$
begin
  update users set changed = changed where company_id = new.company_id and id in (new.survivor_id, new.gone_id);
  return null;
end $$;
create trigger changed after insert or update on client_merges for each row execute function app.merge_changed();

-- So are the client's habits when an order is gone that a sheet had brought.
create function app.orders_gone() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.quiet', true), '') <> '1' then
    update users u set changed = changed from (select distinct company_id, client_id from gone where client_id is not null) g
      where u.company_id = g.company_id and u.id = g.client_id;
  end if;
  return null;
end $$;
create trigger gone after delete on orders referencing old table as gone for each statement execute function app.orders_gone();

-- Which database the numbers are of: one that was restored counts anew, and every device fetches everything again.
create function app.change_mark() returns table (open_since text, cluster text) language sql volatile security definer set search_path = public, pg_temp as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text,
    (select system_identifier::text from pg_control_system()) || '.' || (select timeline_id::text from pg_control_checkpoint())
$$;

-- Names and phones of sellers belong to what a catalogue shows, as their scope does.
drop trigger version on users;
create trigger version after update of hidden_categories, hide_no_stock, active, deleted_at, name, phone, successor_id on users for each row
  when (new.level = 2 and new.company_id is not null and (old.hidden_categories, old.hide_no_stock, old.active, old.deleted_at, old.name, old.phone, old.successor_id)
    is distinct from (new.hidden_categories, new.hide_no_stock, new.active, new.deleted_at, new.name, new.phone, new.successor_id))
  execute function app.seller_changed();
create trigger version_of_new after insert on users for each row
  when (new.level = 2 and new.company_id is not null) execute function app.seller_changed();

-- Open screens hear that the catalogue changed, once per transaction.
create or replace function app.raise_version(company bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key text := 'app.version_' || company;
  v bigint := nullif(current_setting(key, true), '')::bigint;
begin
  if v is null then
    update company_counters set catalogue_version = catalogue_version + 1
      where company_id = company returning catalogue_version into v;
    perform set_config(key, coalesce(v, 0)::text, true);
    perform pg_notify('changes', json_build_object('type', 'catalogue', 'company_id', company)::text);
  end if;
  return v;
end $$;

-- And that people changed: whoever they are or belong to; of many at once everybody is told.
create function app.tell_people() returns trigger language plpgsql as $$
declare r record;
begin
  for r in select company_id, array_agg(distinct who) as whom from (
      select company_id, id as who from written union all select company_id, seller_id from written
      union all select company_id, seller_id from former) x
    where company_id is not null and who is not null group by 1 loop
    perform pg_notify('changes', json_build_object('type', 'people', 'company_id', r.company_id,
      'users', case when cardinality(r.whom) <= 100 then r.whom end)::text);
  end loop;
  return null;
end $$;
create trigger told after update on users referencing new table as written old table as former for each statement execute function app.tell_people();
create function app.tell_new_people() returns trigger language plpgsql as $$
declare r record;
begin
  for r in select company_id, array_agg(distinct seller_id) filter (where seller_id is not null) as whom from written where company_id is not null group by 1 loop
    perform pg_notify('changes', json_build_object('type', 'people', 'company_id', r.company_id,
      'users', case when cardinality(coalesce(r.whom, '{}')) <= 100 then coalesce(r.whom, '{}') end)::text);
  end loop;
  return null;
end $$;
create trigger told_new after insert on users referencing new table as written for each statement execute function app.tell_new_people();

-- A company's copy names no numbers of transactions.
create or replace function app.dump(p_table text) returns void language plpgsql as $$
declare dump refcursor := 'dump'; in_order text;
begin
  if p_table in ('sessions', 'undos', 'mails') or not exists (select 1 from pg_policies
      where schemaname = 'public' and tablename = p_table and policyname = 'tenant') then raise exception 'app.dump of %', p_table; end if;
  select string_agg(quote_ident(a.attname), ', ' order by k.n) into in_order from pg_index i, unnest(i.indkey) with ordinality k(attnum, n), pg_attribute a
    where i.indrelid = p_table::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum;
  open dump no scroll for execute format('select (to_jsonb(t) - ''password_hash'' - ''link_version'' - ''search_text'' - ''search_extra'' - ''search_code'' - ''receipt_token'' - ''token'' - ''changed'')::text as row
    from %I t where %s = app.company() order by %s', p_table, case when p_table = 'companies' then 'id' else 'company_id' end, in_order);
end $$;
grant execute on all functions in schema app to mostruario_app;
