-- What an order took from the shelf stands with its lines, and comes back as it was taken: counting may begin, or be given
-- up, while the order is open.
alter table order_lines add column held bigint not null default 0 check (held >= 0);
update order_lines l set held = l.quantity from orders o
  where o.company_id = l.company_id and o.id = l.order_id and app.holds_stock(o.status) and o.origin <> 'historico'
    and (exists (select 1 from products p where p.company_id = l.company_id and p.id = l.product_id and l.variation_id is null
        and p.stock is not null)
      or exists (select 1 from variations v where v.company_id = l.company_id and v.id = l.variation_id and v.stock is not null));

-- sign -1: an order takes what its lines say; 1: it gives back what it took. With `p_now`, its lines as they are about to be
-- written, it takes or gives back the difference. Answers what of it stands below zero then, how many it could have, and
-- whether it took more of it. Who calls it has locked the company's counter, or does it here.
drop function app.move_stock(bigint, int);
create function app.move_stock(p_order bigint, sign int, p_now jsonb default null) returns jsonb language plpgsql as $$
declare c bigint := app.company(); short jsonb; varied jsonb := '[]';
begin
  perform 1 from company_counters k where k.company_id = c for update;
  with goal as materialized (
      select l.line, l.product_id, p.stock, l.held as before, least(case when p.stock is null then l.held end,
          case when sign > 0 then 0 when p_now is null then l.quantity
            else greatest(0, least(coalesce(n.quantity, 0), l.held + coalesce(n.quantity, 0) - l.quantity)) end) as held
      from order_lines l join products p on p.company_id = c and p.id = l.product_id
        left join jsonb_to_recordset(p_now) as n(line int, quantity bigint) on n.line = l.line
      where l.company_id = c and l.order_id = p_order and l.variation_id is null),
    wanted as (select g.product_id, g.stock, sum(g.held) as held, sum(g.held - g.before) as more from goal g group by 1, 2),
    moved as (
      update products p set stock = p.stock - w.more from wanted w
      where p.company_id = c and p.id = w.product_id and p.stock is not null and w.more <> 0
      returning p.id as product_id, p.stock as left_over),
    kept as (
      update order_lines l set held = g.held from goal g
      where l.company_id = c and l.order_id = p_order and l.line = g.line and g.held <> g.before)
  select coalesce(jsonb_agg(jsonb_build_object('product_id', w.product_id, 'variation_id', null,
      'available', coalesce(m.left_over, w.stock) + w.held, 'more', w.more > 0) order by w.product_id), '[]') into short
    from wanted w left join moved m on m.product_id = w.product_id where w.held > 0 and coalesce(m.left_over, w.stock) < 0;
  if exists (select 1 from order_lines l where l.company_id = c and l.order_id = p_order and l.variation_id is not null) then
    with goal as materialized (
        select l.line, l.product_id, v.id as variation_id, v.stock, l.held as before, least(case when v.stock is null then l.held end,
            case when sign > 0 then 0 when p_now is null then l.quantity
              else greatest(0, least(coalesce(n.quantity, 0), l.held + coalesce(n.quantity, 0) - l.quantity)) end) as held
        from order_lines l join variations v on v.company_id = c and v.id = l.variation_id
          left join jsonb_to_recordset(p_now) as n(line int, quantity bigint) on n.line = l.line
        where l.company_id = c and l.order_id = p_order),
      wanted as (select g.product_id, g.variation_id, g.stock, sum(g.held) as held, sum(g.held - g.before) as more
        from goal g group by 1, 2, 3),
      moved as (
        update variations v set stock = v.stock - w.more from wanted w
        where v.company_id = c and v.id = w.variation_id and v.stock is not null and w.more <> 0
        returning v.id as variation_id, v.stock as left_over),
      kept as (
        update order_lines l set held = g.held from goal g
        where l.company_id = c and l.order_id = p_order and l.line = g.line and g.held <> g.before)
    select coalesce(jsonb_agg(jsonb_build_object('product_id', w.product_id, 'variation_id', w.variation_id,
        'available', coalesce(m.left_over, w.stock) + w.held, 'more', w.more > 0) order by w.product_id, w.variation_id), '[]')
      into varied from wanted w left join moved m on m.variation_id = w.variation_id
      where w.held > 0 and coalesce(m.left_over, w.stock) < 0;
  end if;
  return short || varied;
end $$;
grant execute on function app.move_stock(bigint, int, jsonb) to mostruario_app;

-- As in 0108_an_order_in_fewer_statements.sql; what was taken is written with the lines.
create or replace function app.place_order(o jsonb, p_lines jsonb, refuse_short boolean)
returns table (order_id bigint, number bigint, created boolean, reasons text[]) language plpgsql as $$
#variable_conflict use_column
declare
  c bigint := app.company(); row orders; n bigint; v bigint; short jsonb := '[]';
  has_number boolean := o->>'status' <> 'rascunho';
  sells boolean := app.holds_stock(o->>'status') and p_lines @? '$[*] ? (@.counted == true)';
  varies boolean := p_lines @? '$[*] ? (@.variation_id != null)';
  raises boolean := sells and coalesce(current_setting('app.version_' || c, true), '') = '';
begin
  if has_number then
    update company_counters set order_number = order_number + 1, catalogue_version = catalogue_version + raises::int
      where company_id = c returning order_number, catalogue_version into n, v;
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
  if row.id is null then   -- this cart is an order already: give back what was taken, answer that order
    if has_number then
      update company_counters set order_number = order_number - 1, catalogue_version = catalogue_version - raises::int where company_id = c;
    end if;
    return query select x.id, x.number, false, x.reasons from orders x where x.company_id = c and x.cart_id = o->>'cart_id';
    return;
  end if;
  if raises then   -- what app.raise_version says and does, its update done above
    perform set_config('app.version_' || c, v::text, true),
      pg_notify('changes', json_build_object('type', 'catalogue', 'company_id', c)::text);
  end if;
  if sells and not varies then
    with l as materialized (select * from jsonb_to_recordset(p_lines) as x(line int, product_id bigint, variation_id bigint, code text,
        name text, specs jsonb, ean text, photo text, quantity bigint, unit_price bigint, discount_bp int, discount bigint, total bigint)),
      moved as (
        update products p set stock = p.stock - w.quantity from (select l.product_id, sum(l.quantity) as quantity from l group by 1) w
        where p.company_id = c and p.id = w.product_id and p.stock is not null
        returning p.id as product_id, p.stock as left_over, w.quantity),
      written as (
        insert into order_lines (company_id, order_id, line, product_id, variation_id, code, name, specs, ean, photo, quantity, unit_price, discount_bp, discount, total, held)
        select c, row.id, l.line, l.product_id, l.variation_id, l.code, l.name, l.specs, l.ean, l.photo, l.quantity, l.unit_price,
          coalesce(l.discount_bp, 0), coalesce(l.discount, 0), l.total, case when m.product_id is null then 0 else l.quantity end
        from l left join moved m on m.product_id = l.product_id),
      told as (
        insert into order_events (company_id, order_id, at, who, user_id, to_status)
        values (c, row.id, row.received_at, o->>'who', row.created_by, row.status))
    select coalesce(jsonb_agg(jsonb_build_object('product_id', m.product_id, 'variation_id', null,
        'available', m.left_over + m.quantity) order by m.product_id), '[]') into short from moved m where m.left_over < 0;
  else
    with told as (
        insert into order_events (company_id, order_id, at, who, user_id, to_status)
        values (c, row.id, row.received_at, o->>'who', row.created_by, row.status))
    insert into order_lines (company_id, order_id, line, product_id, variation_id, code, name, specs, ean, photo, quantity, unit_price, discount_bp, discount, total)
    select c, row.id, l.line, l.product_id, l.variation_id, l.code, l.name, l.specs, l.ean, l.photo, l.quantity, l.unit_price,
      coalesce(l.discount_bp, 0), coalesce(l.discount, 0), l.total
    from jsonb_to_recordset(p_lines) as l(line int, product_id bigint, variation_id bigint, code text, name text, specs jsonb,
      ean text, photo text, quantity bigint, unit_price bigint, discount_bp int, discount bigint, total bigint);
    if sells then short := app.move_stock(row.id, -1); end if;
  end if;
  if short <> '[]' then
    if refuse_short then raise exception 'short of stock' using errcode = 'MO001', detail = short::text; end if;
    row.reasons := array_append(coalesce(row.reasons, '{}'), 'sem_estoque');
    update orders set reasons = row.reasons where company_id = c and id = row.id;
  end if;
  perform app.enqueue('order_mail', jsonb_build_object('order_id', row.id)),
    pg_notify('orders', json_build_object('company_id', c, 'id', row.id, 'seller_id', row.seller_id,
      'client_id', row.client_id, 'status', row.status, 'created', true)::text);
  return query select row.id, n, true, coalesce(row.reasons, '{}');
end $$;
