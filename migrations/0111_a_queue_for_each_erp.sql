-- What waits for one system no longer waits for the others: a queue for each (src/features/integrations/server/queue.ts).
create or replace function app.queue_erp_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare link bigint; kind text;
begin
  select i.id, i.type into link, kind from integrations i
  where i.company_id = new.company_id and i.active and i.deleted_at is null and i.send_order_to_integration order by i.id limit 1;
  if link is null then return null; end if;
  -- One that was refused before it was sent is tried anew; one that is there stays.
  insert into erp_orders (company_id, order_id, integration_id, own_key) values (new.company_id, new.id, link, 'MST-' || new.id)
  on conflict (company_id, order_id) do update set status = 'fila', integration_id = excluded.integration_id, message = '', rounds = 0, resume_at = null
    where erp_orders.status = 'recusado';
  if not found then return null; end if;
  update orders set erp_status = 'na_fila' where company_id = new.company_id and id = new.id;
  perform graphile_worker.add_job('erp_order', app.job_payload(jsonb_build_object('order', new.id), new.company_id), queue_name => 'erp-' || kind, max_attempts => 12);
  return null;
end $$;

-- The clock's finds say of which system they are.
drop function app.stalled_runs(timestamptz);
create function app.stalled_runs(p_now timestamptz) returns table (company_id bigint, id bigint, type text)
language sql security definer set search_path = public, pg_temp as $$
  select r.company_id, r.id, i.type from sync_runs r join integrations i on i.company_id = r.company_id and i.id = r.integration_id
  where (r.status = 'espera' and r.resume_at <= p_now) or (r.status = 'andando' and r.heartbeat_at < p_now - interval '5 minutes')
$$;
drop function app.stalled_erp_orders(timestamptz);
create function app.stalled_erp_orders(p_now timestamptz) returns table (company_id bigint, order_id bigint, type text)
language sql security definer set search_path = public, pg_temp as $$
  select e.company_id, e.order_id, i.type from erp_orders e join integrations i on i.company_id = e.company_id and i.id = e.integration_id
  where i.deleted_at is null and i.active and i.problem = ''
    and ((e.status in ('fila', 'incerto') and e.resume_at <= p_now) or (e.status = 'enviando' and e.heartbeat_at < p_now - interval '5 minutes'))
$$;
grant execute on all functions in schema app to mostruario_app;
