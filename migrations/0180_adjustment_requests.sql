-- A request for an adjustment can be taken back while it is the last event of its order and no message was written since.
alter table order_events add column replied boolean not null default false;  -- a message followed this event, before any other event
alter table order_events drop constraint order_events_kind_check, add constraint order_events_kind_check
  check (kind in ('', 'itens', 'pago', 'nao_pago', 'oferta', 'renovado', 'mudancas', 'ajuste', 'renovar', 'ajuste_retirado'));
