-- A restore gives an order's number out once more, and the ERP still has the lost order under it: the new one was taken for
-- it and never sent. What the order's link is drawn from makes our key of it there another. It waits there
-- once, at its first place (0155_its_place_in_line.sql).
-- So many letters and digits by which two things of one number are told apart, made of what only one of them has.
create function app.mark_of(p_of text, p_length int) returns text language sql immutable set search_path = public, pg_temp as $$
  select upper(left(encode(sha256(convert_to(p_of, 'UTF8')), 'hex'), p_length)) $$;
create or replace function app.queue_erp_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare link bigint; kind text;
begin
  select i.id, i.type into link, kind from integrations i
  where i.company_id = new.company_id and i.active and i.deleted_at is null and i.send_order_to_integration order by i.id limit 1;
  if link is null then return null; end if;
  -- One that was refused before it was sent is tried anew; one that is there stays. ERPs take 25 characters.
  insert into erp_orders (company_id, order_id, integration_id, own_key)
  values (new.company_id, new.id, link, 'MST-' || new.id || '-'
    || app.mark_of(new.receipt_token, 6))
  on conflict (company_id, order_id) do update set status = 'fila', integration_id = excluded.integration_id, message = '', rounds = 0, resume_at = null
    where erp_orders.status = 'recusado';
  if not found then return null; end if;
  update orders set erp_status = 'na_fila' where company_id = new.company_id and id = new.id;
  perform graphile_worker.add_job('erp_order', app.job_payload(jsonb_build_object('order', new.id), new.company_id), queue_name => 'erp-' || kind,
    job_key => 'erp-order-' || new.company_id || '-' || new.id, job_key_mode => 'preserve_run_at', max_attempts => 12);
  return null;
end $$;
grant execute on all functions in schema app to mostruario_app;
