-- Payments of an order as rows; below zero is money that went back. `payment_status` follows from them (decision 0098).
create table order_payments (
  id bigint generated always as identity, company_id bigint not null, order_id bigint not null,
  cents bigint not null check (cents <> 0), day date not null, at timestamptz not null,
  who text not null, user_id bigint, note text not null default '',
  primary key (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id) on delete cascade
);
create index order_payments_of on order_payments (company_id, order_id, id);
select app.protect('order_payments');

alter table orders add column paid_cents bigint not null default 0 check (paid_cents >= 0);
-- Marks become rows of what the order came to.
insert into order_payments (company_id, order_id, cents, day, at, who, user_id)
  select o.company_id, o.id, o.total, (o.paid_at at time zone c.time_zone)::date, o.paid_at, coalesce(e.who, ''), e.user_id
  from orders o join companies c on c.id = o.company_id
    left join lateral (select who, user_id from order_events x where x.company_id = o.company_id and x.order_id = o.id
      and x.kind = 'pago' order by x.id desc limit 1) e on true
  where o.payment_status = 'pago' and o.total > 0;
update orders set paid_cents = total where payment_status = 'pago' and total > 0;

alter table orders add constraint payment_status_known
  check (payment_status in ('nao_controlado', 'pendente', 'parcial', 'pago')) not valid;
-- Whichever door changes the total or the payments.
create function app.follow_payments() returns trigger language plpgsql as $$
begin
  new.payment_status := case
    when new.paid_cents > 0 and new.paid_cents >= new.total then 'pago'
    when new.paid_cents > 0 then 'parcial'
    when old.payment_status = 'nao_controlado' then 'nao_controlado'
    else 'pendente' end;
  new.paid_at := case when new.payment_status = 'pago' then coalesce(old.paid_at, new.updated_at) end;
  return new;
end $$;
create trigger follow_payments before update of total, paid_cents on orders for each row
  when (new.total is distinct from old.total or new.paid_cents is distinct from old.paid_cents)
  execute function app.follow_payments();

alter table order_events drop constraint order_events_kind_check, add constraint order_events_kind_check
  check (kind in ('', 'itens', 'pago', 'nao_pago', 'oferta', 'renovado', 'mudancas', 'ajuste', 'renovar', 'ajuste_retirado',
    'aceite', 'devolvido')) not valid;
