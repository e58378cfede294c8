-- A quote: an order that is offered until a day. `revision` counts what was offered (0: never a quote), so that an answer names
-- the very revision that was read; `answer` is what the client last said to it, '' not yet.
alter table orders add valid_until date, add revision int not null default 0 check (revision >= 0),
  add answer text not null default '' check (answer in ('', 'aceito', 'recusado', 'ajuste', 'renovar')),
  add answered_at timestamptz, add constraint answer_is_dated check ((answer = '') = (answered_at is null));
update orders set revision = 1 where status = 'orcamento';
create index quotes_open on orders (company_id, seller_id, valid_until)
  where revision > 0 and answer <> 'aceito' and status in ('orcamento', 'ajuste_solicitado');
-- What was said about a quote, beside the step of its history: {"kind", "text", "lines": [{line, name, specs, was, now}]}.
alter table order_events add talk jsonb;
-- How many days a quote holds unless its sender says otherwise.
alter table companies add quote_days int not null default 7 check (quote_days between 1 and 365);

create or replace function app.place_order(o jsonb, p_lines jsonb, refuse_short boolean)
returns table (order_id bigint, number bigint, created boolean, reasons text[]) language plpgsql as $$
#variable_conflict use_column
declare c bigint := app.company(); row orders; n bigint; short jsonb; has_number boolean := o->>'status' <> 'rascunho';
begin
  if exists (select 1 from orders where company_id = c and cart_id = o->>'cart_id') then
    return query select x.id, x.number, false, x.reasons from orders x where x.company_id = c and x.cart_id = o->>'cart_id';
    return;
  end if;
  if has_number then
    update company_counters set order_number = order_number + 1 where company_id = c returning order_number into n;
  end if;
  row := jsonb_populate_record(null::orders, o);
  insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, reasons, origin, channel, session_kind,
    seller_id, seller_name, created_by, client_id, client_code, name, email, phone, document, company_name, address, description,
    additional_field, additional_name, currency, exchange_rate, price_table, catalogue_version, subtotal, discount_bp, discount,
    total, items_count, diff, queued, payment_term, delivery_date, freight, signature,
    valid_until, revision, utm, taken_at, received_at, updated_at)
  values (c, n, row.cart_id, row.lines_hash, row.receipt_token, row.status, coalesce(row.reasons, '{}'), row.origin, row.channel,
    row.session_kind, row.seller_id, row.seller_name, row.created_by, row.client_id, row.client_code, row.name, row.email, row.phone,
    row.document, row.company_name, row.address, row.description, row.additional_field, row.additional_name, row.currency,
    row.exchange_rate, row.price_table, row.catalogue_version, row.subtotal, row.discount_bp, row.discount, row.total,
    row.items_count, row.diff, row.queued, row.payment_term, row.delivery_date,
    coalesce(row.freight, 0), coalesce(row.signature, ''), row.valid_until, coalesce(row.revision, 0), row.utm, row.taken_at, row.received_at, row.received_at)
  on conflict (company_id, cart_id) do nothing returning id into row.id;
  if row.id is null then   -- another connection was first with this cart: give the number back, answer its order
    if has_number then update company_counters set order_number = order_number - 1 where company_id = c; end if;
    return query select x.id, x.number, false, x.reasons from orders x where x.company_id = c and x.cart_id = o->>'cart_id';
    return;
  end if;
  insert into order_lines (company_id, order_id, line, product_id, variation_id, code, name, specs, ean, photo, quantity, unit_price, discount_bp, discount, total)
  select c, row.id, l.line, l.product_id, l.variation_id, l.code, l.name, l.specs, l.ean, l.photo, l.quantity, l.unit_price, coalesce(l.discount_bp, 0),
    coalesce(l.discount, 0), l.total
  from jsonb_to_recordset(p_lines) as l(line int, product_id bigint, variation_id bigint, code text, name text, specs jsonb,
    ean text, photo text, quantity bigint, unit_price bigint, discount_bp int, discount bigint, total bigint, counted boolean);
  if app.holds_stock(row.status) and jsonb_path_exists(p_lines, '$[*] ? (@.counted == true)') then
    short := app.move_stock(row.id, -1);
    if short <> '[]' then
      if refuse_short then raise exception 'short of stock' using errcode = 'MO001', detail = short::text; end if;
      row.reasons := array_append(coalesce(row.reasons, '{}'), 'sem_estoque');
      update orders set reasons = row.reasons where company_id = c and id = row.id;
    end if;
  end if;
  insert into order_events (company_id, order_id, at, who, user_id, to_status)
    values (c, row.id, row.received_at, o->>'who', row.created_by, row.status);
  perform app.enqueue('order_mail', jsonb_build_object('order_id', row.id));
  perform pg_notify('orders', json_build_object('company_id', c, 'id', row.id, 'seller_id', row.seller_id,
    'client_id', row.client_id, 'status', row.status, 'created', true)::text);
  return query select row.id, n, true, coalesce(row.reasons, '{}');
end $$;
