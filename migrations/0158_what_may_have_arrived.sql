-- What may have arrived is looked for also when its link is inactive, and what was on its way when its link went is told so.
create or replace function app.stalled_erp_orders(p_now timestamptz) returns table (company_id bigint, order_id bigint, type text)
language sql security definer set search_path = public, pg_temp as $$
  select e.company_id, e.order_id, i.type from erp_orders e join integrations i on i.company_id = e.company_id and i.id = e.integration_id
  where (i.deleted_at is not null or i.problem = '' and (i.active or e.status <> 'fila'))
    and ((e.status in ('fila', 'incerto') and e.resume_at <= p_now) or (e.status = 'enviando' and e.heartbeat_at < p_now - interval '5 minutes'))
$$;
