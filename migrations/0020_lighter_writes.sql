-- The catalogue's number is raised once per transaction; every further row reads it where it was kept.
create or replace function app.product_written() returns trigger language plpgsql as $$
begin
  new.version := coalesce(nullif(current_setting('app.version_' || new.company_id, true), '')::bigint, app.raise_version(new.company_id));
  new.updated_at := now();
  return new;
end $$;
create or replace function app.touch_products() returns trigger language plpgsql as $$
begin
  update products p set version = 0
    from (select distinct company_id, product_id, v from touched join (select company_id, app.raise_version(company_id) as v from (select distinct company_id from touched) c) n using (company_id)) t
    where p.company_id = t.company_id and p.id = t.product_id and p.version is distinct from t.v;
  return null;
end $$;

-- The newest first is the primary key backwards.
drop index products_newest;

-- Rows that changed alike stand together in the way back: {ids, was, now}.
update undos set rows = (select coalesce(jsonb_agg(jsonb_build_object('ids', jsonb_build_array(r->'id'), 'was', r->'was', 'now', r->'now')), '[]') from jsonb_array_elements(rows) r);
create or replace function app.erase_client(p_id bigint, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); touched bigint; called text := 'Cliente ' || p_id; was users;
begin
  select * into was from users where company_id = c and id = p_id and level = 3 for update;
  if not found then return 0; end if;
  perform set_config('app.quiet', '1', true);
  update users set name = called, email = '', phone = '', document = '', company_name = '', address = '{}', client_code = '', profile_pic = '', password_hash = null,
    active = false, link_version = link_version + 1, deleted_at = coalesce(deleted_at, p_now) where company_id = c and id = p_id;
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
