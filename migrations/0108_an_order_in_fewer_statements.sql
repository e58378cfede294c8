-- What an order costs is mostly statements that begin and end: each opens its plan, its policies, its checks and its
-- triggers anew. Nothing is decided otherwise here, only in fewer of them.

-- A job without a key replaces none. A key that is nobody else's lets the worker take its shorter way, which only adds.
create or replace function app.enqueue(task text, payload jsonb, queue text default null, key text default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.company() is null then raise exception 'app.enqueue without a company'; end if;
  perform graphile_worker.add_job(task, app.job_payload(payload, app.company()), queue_name => queue,
    job_key => coalesce(key, gen_random_uuid()::text), max_attempts => 12,
    job_key_mode => case when key is null then 'unsafe_dedupe' else 'replace' end);
end $$;

-- Lines, history and stock of a new order in one statement; number and catalogue's version of the company in another.
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
      written as (
        insert into order_lines (company_id, order_id, line, product_id, variation_id, code, name, specs, ean, photo, quantity, unit_price, discount_bp, discount, total)
        select c, row.id, l.line, l.product_id, l.variation_id, l.code, l.name, l.specs, l.ean, l.photo, l.quantity, l.unit_price,
          coalesce(l.discount_bp, 0), coalesce(l.discount, 0), l.total from l),
      told as (
        insert into order_events (company_id, order_id, at, who, user_id, to_status)
        values (c, row.id, row.received_at, o->>'who', row.created_by, row.status)),
      moved as (
        update products p set stock = p.stock - w.quantity from (select l.product_id, sum(l.quantity) as quantity from l group by 1) w
        where p.company_id = c and p.id = w.product_id and p.stock is not null
        returning p.id as product_id, p.stock as left_over, w.quantity)
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

-- Whether a product comes back into the catalogue is seen where its version is written: one trigger of each row, not two.
create or replace function app.product_written() returns trigger language plpgsql as $$
begin
  new.version := coalesce(nullif(current_setting('app.version_' || new.company_id, true), '')::bigint, app.raise_version(new.company_id));
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    if new.active and new.deleted_at is null and not (old.active and old.deleted_at is null) then
      perform set_config('app.comeback', new.company_id::text, true);
    end if;
  end if;
  return new;
end $$;
drop trigger comeback on products;
drop function app.note_comeback();

-- A changed product is told whatever changed in it: its state before is not asked for, so it is not kept either. And where
-- nobody listens, one look ends it.
drop trigger webhooks_update on products;
create trigger webhooks_update after update on products referencing new table as fresh for each statement execute function app.note_webhooks('product');
create or replace function app.note_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare what text := tg_argv[0]; made text := tg_argv[0] || case when tg_op = 'INSERT' and tg_argv[0] = 'order' then '.created' else '.changed' end;
  company bigint; ids bigint[];
begin
  if not exists (select 1 from webhooks w where w.active and w.deleted_at is null and made = any (w.events)
      and w.company_id in (select f.company_id from fresh f)) then
    return null;
  end if;
  for company in select distinct w.company_id from webhooks w
      where w.active and w.deleted_at is null and made = any (w.events) and w.company_id in (select f.company_id from fresh f) loop
    if tg_op = 'INSERT' or what = 'product' then
      select array_agg(f.id order by f.id) into ids from fresh f
        where f.company_id = company and (what = 'product' or to_jsonb(f)->>'origin' is distinct from 'historico');
    else
      select array_agg(f.id order by f.id) into ids from fresh f join before b on b.company_id = f.company_id and b.id = f.id
        where f.company_id = company and to_jsonb(f) - 'changed' is distinct from to_jsonb(b) - 'changed';
    end if;
    continue when ids is null;
    insert into webhook_deliveries (company_id, webhook_id, type, about, object_id)
      select company, w.id, made, what, o.id from webhooks w, unnest(ids) with ordinality o(id, n)
      where w.company_id = company and w.active and w.deleted_at is null and made = any (w.events) order by w.id, o.n
      -- A row that waits is held until this commits: whoever sends it reads what is written here.
      on conflict (company_id, webhook_id, about, object_id) where untried and about <> 'test' do update set occurred_at = excluded.occurred_at;
    perform graphile_worker.add_job('deliver_webhooks', json_build_object('company_id', company),
      queue_name => 'webhooks', job_key => 'deliver_webhooks', max_attempts => 12);
  end loop;
  return null;
end $$;

-- As in 0086_taken_back.sql; whom it tells is looked up by their numbers, without a sorted union of them.
create or replace function app.tell(p_told jsonb, p_now timestamptz, p_id bigint default null, p_number bigint default null) returns void
language plpgsql as $$
declare c bigint := app.company(); e record; ids bigint[] := '{}'; people bigint[] := '{}'; some_ids bigint[]; some_people bigint[];
  held bigint[] := '{}'; wait int := 0;
begin
  for e in select * from jsonb_to_recordset(p_told) as x(kind text, word text, whom bigint[], admins boolean, but bigint,
      number bigint, name text, about bigint, href text, key text, again boolean, mail_at timestamptz, hold int) loop
    with told as (
      insert into person_notices as n (company_id, user_id, kind, word, number, name, about_id, href, key, at, mail_at)
      select c, u.id, e.kind, e.word, coalesce(p_number, e.number), coalesce(e.name, ''), e.about, e.href || coalesce(p_id::text, ''),
        e.key || coalesce(p_id::text, ''), p_now, case when u.level = 2 and u.email <> '' then e.mail_at end
      from users u where u.company_id = c and u.active and u.deleted_at is null and not u.is_visitor and u.id is distinct from e.but
        and u.id = any (e.whom || case when e.admins then array(select x.id from users x where x.company_id = c and x.level = 1) end)
        and (u.level < 3 or exists (select 1 from push_devices d where d.company_id = c and d.user_id = u.id)
          or exists (select 1 from sessions s where s.company_id = c and s.user_id = u.id))
      on conflict (company_id, user_id, key) do update set at = excluded.at, read_at = null, sent_at = null, push_at = null,
        mail_at = excluded.mail_at, name = excluded.name, word = excluded.word, href = excluded.href,
        times = case when n.read_at is null then n.times + 1 else 1 end where e.again
      returning id, user_id)
    select array_agg(id), array_agg(user_id) into some_ids, some_people from told;
    if e.hold > 0 then
      held := held || coalesce(some_ids, '{}');
      wait := greatest(wait, e.hold);
    else
      ids := ids || coalesce(some_ids, '{}');
    end if;
    people := people || coalesce(some_people, '{}');
  end loop;
  if cardinality(people) = 0 then return; end if;
  if exists (select 1 from push_devices d where d.company_id = c and d.user_id = any (people)) then
    if cardinality(ids) > 0 then perform app.enqueue('send_notices', jsonb_build_object('ids', ids)); end if;
    if cardinality(held) > 0 then perform app.enqueue_after('send_notices', jsonb_build_object('ids', held), wait); end if;
  end if;
  perform pg_notify('changes', json_build_object('type', 'notice', 'company_id', c, 'users', people)::text);
end $$;

-- Who is calling, as in 0018_platform.sql, read into what is answered instead of being selected a second time.
create or replace function app.find_session(p_hash bytea, p_now timestamptz)
returns table (kind text, user_id bigint, company_id bigint, level int, name text, hide_price boolean, hide_no_stock boolean, margin_bp int,
  hidden_categories bigint[], price_table int, currency text, seller_id bigint, is_blocked boolean, valid_until date, time_zone text,
  orders_open boolean, catalogue_version bigint, acting_id bigint, acting text, expires_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare stays boolean; seen timestamptz; began timestamptz; own_company bigint;
begin
  select ss.kind, u.id, u.company_id, u.level, u.name, u.hide_price, u.hide_no_stock, u.margin_bp, u.hidden_categories, u.price_table,
      u.currency, u.seller_id, coalesce(c.is_blocked, false), c.valid_until, c.time_zone, coalesce(c.pedidos or c.whatsapp, false),
      k.catalogue_version, ss.operator_id, '', ss.expires_at, ss.stay, ss.last_seen, ss.created_at, c.id
    into kind, user_id, company_id, level, name, hide_price, hide_no_stock, margin_bp, hidden_categories, price_table,
      currency, seller_id, is_blocked, valid_until, time_zone, orders_open,
      catalogue_version, acting_id, acting, expires_at, stays, seen, began, own_company
    from sessions ss join users u on u.id = ss.user_id and u.active and u.deleted_at is null
      left join companies c on c.id = u.company_id and c.deleted_at is null
      left join company_counters k on k.company_id = u.company_id
    where ss.hash = p_hash;
  if not found then return; end if;
  if expires_at < p_now or seen + (case when kind = 'public' or level <= 1 or not stays then interval '12 hours' else interval '30 days' end) < p_now
     or began + (case when level <= 1 then interval '7 days' else interval '90 days' end) < p_now then
    delete from sessions where hash = p_hash;
    return;
  end if;
  if level > 0 and own_company is null then return; end if;
  if acting_id is not null then
    select u.name || ' (operação)' into acting from users u where u.id = acting_id and u.level <= 0 and u.active and u.deleted_at is null;
    if not found then return; end if;
    name := acting;
  end if;
  if seen < p_now - interval '5 minutes' then update sessions set last_seen = p_now where hash = p_hash; end if;
  return next;
end $$;
