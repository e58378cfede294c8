-- `revision` counts every change of lines, of any order: a move names the revision that its sender saw (decision 0097).
-- What was offered as a quote has a last day (`valid_until`).
update orders set valid_until = (updated_at + interval '1 year')::date where revision > 0 and valid_until is null;
-- 'mudou': accepted or signed once, changed since, and waits to be accepted again. It stays an order meanwhile.
alter table orders drop constraint orders_answer_check,
  add constraint orders_answer_check check (answer in ('', 'aceito', 'recusado', 'ajuste', 'renovar', 'mudou')) not valid;
drop index quotes_open;
create index quotes_open on orders (company_id, seller_id, valid_until)
  where valid_until is not null and answer not in ('aceito', 'mudou') and status in ('orcamento', 'ajuste_solicitado');

create function app.counts_as_order(status text, valid_until date, answer text) returns boolean language sql immutable as $$
  select status not in ('rascunho', 'orcamento', 'cancelado')
    and not (status = 'ajuste_solicitado' and valid_until is not null and answer not in ('aceito', 'mudou'))
$$;
create or replace function app.orders_since(p_from timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select case when app.is_operator() then (select count(*) from orders o
    where o.received_at >= p_from and app.counts_as_order(o.status, o.valid_until, o.answer)) end
$$;
drop function app.counts_as_order(text, int, text);
drop index orders_of_client_newest;
create index orders_of_client_newest on orders (company_id, client_id, received_at desc, id desc)
  include (status, valid_until, answer) where client_id is not null;
grant execute on function app.counts_as_order(text, date, text) to mostruario_app;
alter table order_events drop constraint order_events_kind_check, add constraint order_events_kind_check
  check (kind in ('', 'itens', 'pago', 'nao_pago', 'oferta', 'renovado', 'mudancas', 'ajuste', 'renovar', 'ajuste_retirado',
    'aceite')) not valid;
