-- An order touches what it needs and nothing beside it: variations only where a line names one, the plan's limit only
-- where a product comes back into the catalogue, the company's counter once.

-- Whether there is room for more products is asked only of what comes back. Before, every sale handed both states of every
-- product that it sold to the check.
create function app.note_comeback() returns trigger language plpgsql as $$
begin
  perform set_config('app.comeback', new.company_id::text, true);
  return new;
end $$;
create or replace function app.check_products() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint; many int; most int; larger record;
begin
  if tg_op = 'INSERT' then
    select f.company_id into c from fresh f where f.active and f.deleted_at is null limit 1;
  else
    c := nullif(current_setting('app.comeback', true), '')::bigint;
  end if;
  if c is null then return null; end if;
  perform set_config('app.comeback', '', true);
  perform 1 from company_counters k where k.company_id = c for update;
  select count(*) into many from products p where p.company_id = c and p.active and p.deleted_at is null;
  select max_products into most from companies where id = c;
  if many <= most then return null; end if;
  select p.name, p.products into larger from plans p where p.active and p.products >= many order by p.monthly_cents limit 1;
  raise exception using errcode = 'MO002', message = 'plan_limit of products',
    detail = jsonb_build_object('most', most, 'plan', larger.name, 'room', larger.products)::text;
end $$;
drop trigger limit_more on products;
create trigger comeback before update on products for each row
  when (new.active and new.deleted_at is null and not (old.active and old.deleted_at is null)) execute function app.note_comeback();
create trigger limit_more after update on products for each statement execute function app.check_products();

-- As in 0077_stock_in_one_go.sql; who calls it has locked the company's counter, or does it here.
create or replace function app.move_stock(p_order bigint, sign int) returns jsonb language plpgsql as $$
declare c bigint := app.company(); short jsonb; varied jsonb := '[]';
begin
  perform 1 from company_counters k where k.company_id = c for update;
  with wanted as materialized (
      select l.product_id, sum(l.quantity) as quantity from order_lines l
      where l.company_id = c and l.order_id = p_order and l.variation_id is null group by 1),
    moved as (
      update products p set stock = p.stock + sign * w.quantity from wanted w
      where p.company_id = c and p.id = w.product_id and p.stock is not null
      returning p.id as product_id, p.stock as left_over, w.quantity)
  select coalesce(jsonb_agg(jsonb_build_object('product_id', m.product_id, 'variation_id', null,
      'available', m.left_over + m.quantity) order by m.product_id), '[]') into short
    from moved m where m.left_over < 0 and sign < 0;
  if exists (select 1 from order_lines l where l.company_id = c and l.order_id = p_order and l.variation_id is not null) then
    with wanted as materialized (
        select l.product_id, l.variation_id, sum(l.quantity) as quantity from order_lines l
        where l.company_id = c and l.order_id = p_order and l.variation_id is not null group by 1, 2),
      moved as (
        update variations v set stock = v.stock + sign * w.quantity from wanted w
        where v.company_id = c and v.id = w.variation_id and v.stock is not null
        returning w.product_id, v.id as variation_id, v.stock as left_over, w.quantity)
    select coalesce(jsonb_agg(jsonb_build_object('product_id', m.product_id, 'variation_id', m.variation_id,
        'available', m.left_over + m.quantity) order by m.product_id, m.variation_id), '[]') into varied
      from moved m where m.left_over < 0 and sign < 0;
  end if;
  return short || varied;
end $$;
