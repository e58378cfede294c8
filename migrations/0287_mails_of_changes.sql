-- As in 0144_erased_everywhere.sql, with the mails that tell a client of changed lines.
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
  update mails m set params = '{}', recipient = case when m.key like 'orcamento-%' or m.key like 'mudanca-%' or (was.email <> '' and m.recipient = was.email) then '' else m.recipient end
    where m.company_id = c and ((was.email <> '' and m.recipient = was.email) or exists (select 1 from orders o where o.company_id = c and o.client_id = p_id
      and (m.key = 'pedido-' || c || '-' || o.id or m.key like 'pedido-' || c || '-' || o.id || '-%' or m.key like 'orcamento-' || c || '-' || o.id || '-%'
        or m.key like 'mudanca-' || c || '-' || o.id || '-%'
        or m.key = 'carteira-' || c || '-' || o.id))
      or exists (select 1 from price_requests r where r.company_id = c and (r.user_id = p_id or r.client_id = p_id)
        and (m.key = 'preco-' || c || '-' || r.id or m.key like 'preco-' || c || '-' || r.id || '-%'))
      or exists (select 1 from person_notices n where n.company_id = c and n.about_id = p_id
        and m.key like 'avisos-' || c || '-' || n.user_id || '-%-' || (extract(epoch from n.sent_at) * 1000)::bigint));
  delete from undos where company_id = c and kind = 'clients' and rows @> jsonb_build_array(jsonb_build_object('ids', jsonb_build_array(p_id)));
  perform set_config('app.quiet', '', true);
  return touched;
end $$;
