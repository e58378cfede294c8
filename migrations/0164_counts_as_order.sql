-- One rule for what counts as an order: every status except draft, quote and cancelled, and no quote under discussion
-- (asked to be changed, offered before, not accepted). src/features/orders/sold.ts is the same rule for TypeScript.
create function app.counts_as_order(status text, revision int, answer text) returns boolean language sql immutable as $$
  select status not in ('rascunho', 'orcamento', 'cancelado')
    and not (status = 'ajuste_solicitado' and revision > 0 and answer <> 'aceito')
$$;
-- The last orders of a client are counted from the index alone.
drop index orders_of_client_newest;
create index orders_of_client_newest on orders (company_id, client_id, received_at desc, id desc)
  include (status, revision, answer) where client_id is not null;
create or replace function app.orders_since(p_from timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select case when app.is_operator() then (select count(*) from orders o
    where o.received_at >= p_from and app.counts_as_order(o.status, o.revision, o.answer)) end
$$;
