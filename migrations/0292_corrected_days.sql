-- The admin corrects the day on which an order was received (decision 0113). `commission_at`: the moment by which the
-- commission of an order counts that had payments when its day was corrected; null: `received_at`.
alter table orders add column commission_at timestamptz;
create index orders_by_commission on orders (company_id, commission_at) where commission_at is not null;
alter table order_events drop constraint order_events_kind_check, add constraint order_events_kind_check
  check (kind in ('', 'itens', 'pago', 'nao_pago', 'oferta', 'renovado', 'mudancas', 'ajuste', 'renovar', 'ajuste_retirado',
    'aceite', 'devolvido', 'dia')) not valid;

-- Percentages that were frozen by the former day become those of the corrected one.
create function app.refreeze_commission(p_order bigint) returns void language sql as $$
  update order_lines l
    set commission_bp = app.commission_bp(o.company_id, o.seller_id, l.product_id,
      (o.received_at at time zone c.time_zone)::date)
  from orders o join companies c on c.id = o.company_id
  where o.company_id = app.company() and o.id = p_order and o.seller_id is not null
    and l.company_id = o.company_id and l.order_id = o.id and l.commission_bp is not null
$$;
grant execute on function app.refreeze_commission(bigint) to mostruario_app;
