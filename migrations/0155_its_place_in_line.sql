-- What is asked for again while it waits keeps its place in the line: an order that each minute's look found waiting went
-- behind all others each minute.
create or replace function app.enqueue(task text, payload jsonb, queue text default null, key text default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.company() is null then raise exception 'app.enqueue without a company'; end if;
  perform graphile_worker.add_job(task, app.job_payload(payload, app.company()), queue_name => queue,
    job_key => coalesce(key, gen_random_uuid()::text), max_attempts => 12,
    job_key_mode => case when key is null then 'unsafe_dedupe' else 'preserve_run_at' end);
end $$;
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
  perform graphile_worker.add_job('erp_order', app.job_payload(jsonb_build_object('order', new.id), new.company_id), queue_name => 'erp-' || kind,
    job_key => 'erp-order-' || new.company_id || '-' || new.id, job_key_mode => 'preserve_run_at', max_attempts => 12);
  return null;
end $$;
