-- Erasure by person: orders and price requests without a card can be erased, with all free text about them,
-- and what other systems answered. A receipt of an erased order opens nothing, and webhooks are not told of it.
alter table orders add column erased_at timestamptz;

create or replace function app.find_receipt(p_token text, p_now timestamptz) returns table (company_id bigint, order_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  select o.company_id, o.id from orders o join companies c on c.id = o.company_id and c.deleted_at is null
  where o.receipt_token = p_token and o.updated_at > p_now - interval '90 days' and o.erased_at is null
$$;

do $$
declare def text := pg_get_functiondef('app.note_webhooks'::regproc); next text;
begin
  next := replace(def, 'and to_jsonb(f) - unseen is distinct', 'and to_jsonb(f)->>''erased_at'' is null and to_jsonb(f) - unseen is distinct');
  if next = def then raise exception 'app.note_webhooks is not as expected'; end if;
  execute next;
end $$;

-- Keys of the mails to a person, and of those about these orders and price requests.
create function app.mails_of_person(p_cards bigint[], p_orders bigint[], p_requests bigint[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select m.key from mails m, users u where u.company_id = app.company() and u.id = any (p_cards) and m.key like 'senha-' || u.id || '-%'
  union
  select m.key from mails m where m.company_id = app.company() and (m.template = 'joined' and exists (select 1 from orders o
      where o.company_id = m.company_id and o.id = any (p_orders) and strpos(m.params::text, o.receipt_token) > 0)
    or exists (select 1 from users u where u.company_id = m.company_id and u.id = any (p_cards) and u.level = 3 and u.email <> '' and u.email = m.recipient)
    or exists (select 1 from orders o where o.company_id = m.company_id and o.id = any (p_orders) and o.email <> '' and o.email = m.recipient)
    or exists (select 1 from unnest(p_orders) o(id), unnest(array['pedido', 'orcamento', 'mudanca', 'carteira']) kind
      where m.key = kind || '-' || m.company_id || '-' || o.id or m.key like kind || '-' || m.company_id || '-' || o.id || '-%')
    or exists (select 1 from unnest(p_requests) r(id)
      where m.key = 'preco-' || m.company_id || '-' || r.id or m.key like 'preco-' || m.company_id || '-' || r.id || '-%')
    or exists (select 1 from person_notices n where n.company_id = m.company_id and n.name <> ''
      and (n.about_id = any (p_cards) or n.href in (select '/dashboard/orders/' || id from unnest(p_orders) id
        union all select '/apps/messages?pedido=' || id from unnest(p_orders) id))
      and m.key like 'avisos-' || m.company_id || '-' || n.user_id || '-%-' || (extract(epoch from n.sent_at) * 1000)::bigint))
$$;

-- Reports of syncs that quote one of these words.
create function app.forget_issues(p_words text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from sync_issues s where s.company_id = app.company()
    and exists (select 1 from unnest(p_words) w where length(w) > 4 and strpos(lower(s.what || ' ' || s.message), lower(w)) > 0)
$$;

-- Orders and price requests without their person; amounts, lines and numbers stay. `p_called` null: each is named by its number.
create function app.erase_orders(p_cards bigint[], p_orders bigint[], p_requests bigint[], p_called text, p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); quiet text := coalesce(current_setting('app.quiet', true), '');
begin
  perform 1 from orders where company_id = c and id = any (p_orders) order by id for update;
  perform set_config('app.quiet', '1', true);
  update mails m set params = '{}', recipient = case when m.key like 'orcamento-%' or m.key like 'mudanca-%'
      or exists (select 1 from users u where u.company_id = c and u.id = any (p_cards) and u.email <> '' and u.email = m.recipient)
      or exists (select 1 from orders o where o.company_id = c and o.id = any (p_orders) and o.email <> '' and o.email = m.recipient)
      then '' else m.recipient end
    where m.company_id = c and m.key in (select app.mails_of_person(p_cards, p_orders, p_requests));
  -- A mail about a password belongs to no company.
  update mails m set params = '{}', recipient = case when exists (select 1 from users u where u.company_id = c and u.id = any (p_cards)
      and u.email <> '' and u.email = m.recipient) then '' else m.recipient end
    where m.company_id is null and m.key like 'senha-%' and m.key in (select app.mails_of_person(p_cards, p_orders, p_requests));
  perform app.forget_issues(array(select w from orders o, unnest(array[o.name, o.company_name, o.email, o.document,
      regexp_replace(o.document, '\W', '', 'g'), o.phone, regexp_replace(o.phone, '\D', '', 'g')]) w
    where o.company_id = c and o.id = any (p_orders) and o.erased_at is null));
  update person_notices set name = '' where company_id = c and name <> '' and href in (
    select '/dashboard/orders/' || id from unnest(p_orders) id union all select '/apps/messages?pedido=' || id from unnest(p_orders) id);
  update order_events e set reason = case when e.kind = 'itens' then e.reason else '' end, talk = e.talk || '{"text": ""}',
      who = case when e.user_id = any (p_cards) or e.who like '%(pelo link)'
        then coalesce(p_called, 'Cliente do pedido ' || coalesce(o.number, o.id)) else e.who end
    from orders o where o.company_id = e.company_id and o.id = e.order_id and o.company_id = c and o.id = any (p_orders);
  update order_payments set note = '' where company_id = c and order_id = any (p_orders) and note <> '';
  update erp_orders set message = '' where company_id = c and order_id = any (p_orders) and message <> '';
  delete from webhook_deliveries where company_id = c and about = 'order' and object_id = any (p_orders) and status = 'fila';
  update orders set name = coalesce(p_called, 'Cliente do pedido ' || coalesce(number, id)), email = '', phone = '', document = '',
      company_name = '', address = '{}', client_code = '', description = '', additional_field = '', internal_note = '', utm = '{}',
      signature = '', status_reason = '', erased_at = coalesce(erased_at, p_now)
    where company_id = c and id = any (p_orders);
  update price_requests set name = coalesce(p_called, 'Cliente do pedido de preço ' || id), phone = 'apagado ' || id, document = '',
    company_name = '' where company_id = c and id = any (p_requests);
  perform set_config('app.quiet', quiet, true);
end $$;

create or replace function app.erase_client(p_id bigint, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); called text := 'Cliente ' || p_id; was users; merged bigint; theirs bigint[];
begin
  perform app.counter_of_person(p_id);
  select * into was from users where company_id = c and id = p_id and level = 3 for no key update;
  if not found then return 0; end if;
  for merged in select id from users where company_id = c and merged_into = p_id loop perform app.erase_client(merged, p_now); end loop;
  theirs := array(select id from orders where company_id = c and client_id = p_id);
  perform app.erase_orders(array[p_id], theirs,
    array(select id from price_requests where company_id = c and (user_id = p_id or client_id = p_id)), called, p_now);
  perform app.forget_issues(case when was.name = called then '{}' else array[was.name, was.company_name, was.email, was.document, was.phone] end);
  perform set_config('app.quiet', '1', true);
  update users set name = called, email = '', phone = '', document = '', company_name = '', address = '{}', client_code = '', profile_pic = '', password_hash = null,
    credit_note = '', notes = '', active = false, link_version = link_version + 1, deleted_at = coalesce(deleted_at, p_now) where company_id = c and id = p_id;
  delete from client_merges where company_id = c and (survivor_id = p_id or gone_id = p_id);
  delete from erp_clients where company_id = c and client_id = p_id;
  delete from sessions where company_id = c and user_id = p_id;
  update order_events set who = called where company_id = c and user_id = p_id;
  update logs set name = called, changes = '{}' where company_id = c and object = 'user' and object_id = p_id;
  update logs set who = called where company_id = c and user_id = p_id;
  delete from undos where company_id = c and kind = 'clients' and rows @> jsonb_build_array(jsonb_build_object('ids', jsonb_build_array(p_id)));
  perform set_config('app.quiet', '', true);
  return coalesce(array_length(theirs, 1), 0);
end $$;
grant execute on all functions in schema app to mostruario_app;

-- Clients who were erased before: the words that stayed with their orders.
update orders o set erased_at = u.deleted_at from users u where u.company_id = o.company_id and u.id = o.client_id
  and u.level = 3 and u.deleted_at is not null and u.name = 'Cliente ' || u.id;
update orders set signature = '', status_reason = '', internal_note = '' where erased_at is not null
  and (signature <> '' or status_reason <> '' or internal_note <> '');
update order_events e set reason = case when e.kind = 'itens' then e.reason else '' end, talk = e.talk || '{"text": ""}'
  from orders o where o.company_id = e.company_id and o.id = e.order_id and o.erased_at is not null;
update order_payments p set note = '' from orders o
  where o.company_id = p.company_id and o.id = p.order_id and o.erased_at is not null and p.note <> '';
update erp_orders e set message = '' from orders o
  where o.company_id = e.company_id and o.id = e.order_id and o.erased_at is not null and e.message <> '';
