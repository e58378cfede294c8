-- Stock of an order's lines in one statement instead of line by line: a product's triggers run once for all of them. The
-- company's counter is locked before any product, as whoever writes a product raises its number sooner or later: two who
-- took products first would wait for each other.
create or replace function app.move_stock(p_order bigint, sign int) returns jsonb language plpgsql as $$
declare c bigint := app.company(); short jsonb;
begin
  perform 1 from company_counters k where k.company_id = c for update;
  with wanted as materialized (
      select l.product_id, l.variation_id, sum(l.quantity) as quantity from order_lines l
      where l.company_id = c and l.order_id = p_order group by 1, 2),
    whole as (
      update products p set stock = p.stock + sign * w.quantity from wanted w
      where p.company_id = c and p.id = w.product_id and w.variation_id is null and p.stock is not null
      returning p.id as product_id, null::bigint as variation_id, p.stock as left_over, w.quantity),
    varied as (
      update variations v set stock = v.stock + sign * w.quantity from wanted w
      where v.company_id = c and v.id = w.variation_id and v.stock is not null
      returning w.product_id, v.id as variation_id, v.stock as left_over, w.quantity)
  select coalesce(jsonb_agg(jsonb_build_object('product_id', m.product_id, 'variation_id', m.variation_id,
      'available', m.left_over + m.quantity) order by m.product_id, m.variation_id), '[]') into short
    from (select * from whole union all select * from varied) m where m.left_over < 0 and sign < 0;
  return short;
end $$;
