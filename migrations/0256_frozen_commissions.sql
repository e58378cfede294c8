-- A line keeps the percentage of its commission from its confirmation, or from the first payment of its order
-- (decision 0099). Null: not frozen yet.
alter table order_lines add column commission_bp int;

-- The percentage of a product sold by a seller on a day; src/features/commissions/rules.ts (`rateFor`) is the same rule.
create function app.commission_bp(p_company bigint, p_seller bigint, p_product bigint, p_day date) returns int
language sql stable as $$
  with latest as (
    select distinct on (seller_id, category_id, product_id) seller_id, category_id, product_id, rate_bp
    from commission_rates where company_id = p_company and since <= p_day
    order by seller_id, category_id, product_id, since desc, id desc)
  select coalesce(
    (select rate_bp from latest where product_id = p_product),
    (select max(r.rate_bp) from latest r join product_categories pc on pc.category_id = r.category_id
      where pc.company_id = p_company and pc.product_id = p_product),
    (select max(r.rate_bp) from product_categories pc
      join categories g on g.company_id = pc.company_id and g.id = pc.category_id
      join latest r on r.category_id = g.master_id
      where pc.company_id = p_company and pc.product_id = p_product),
    (select rate_bp from latest where seller_id = p_seller),
    (select rate_bp from latest where num_nonnulls(seller_id, category_id, product_id) = 0),
    0)
$$;
create function app.freeze_commission(p_order bigint) returns void language sql as $$
  update order_lines l
    set commission_bp = app.commission_bp(o.company_id, o.seller_id, l.product_id,
      (o.received_at at time zone c.time_zone)::date)
  from orders o join companies c on c.id = o.company_id
  where o.company_id = app.company() and o.id = p_order and o.seller_id is not null
    and l.company_id = o.company_id and l.order_id = o.id and l.commission_bp is null
$$;
-- Orders of before: as they are counted today.
update order_lines l
  set commission_bp = case when exists (select 1 from commission_rates r where r.company_id = o.company_id)
    then app.commission_bp(o.company_id, o.seller_id, l.product_id, (o.received_at at time zone c.time_zone)::date)
    else 0 end
from orders o join companies c on c.id = o.company_id
where l.company_id = o.company_id and l.order_id = o.id and o.seller_id is not null and o.origin <> 'historico'
  and (o.confirmed_at is not null or o.paid_cents > 0);
create index orders_cancelled_of_seller on orders (company_id, cancelled_at) where cancelled_at is not null;
create index order_payments_at on order_payments (company_id, at) where cents < 0;
grant execute on function app.commission_bp(bigint, bigint, bigint, date), app.freeze_commission(bigint) to mostruario_app;
