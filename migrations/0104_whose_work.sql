-- A job knows the request that left it behind: the same id stands in the log's line of both.

-- What a job is given: its payload, the company, and the request if there is one.
create function app.job_payload(p_payload jsonb, p_company bigint) returns json language sql stable as $$
  select (p_payload || jsonb_build_object('company_id', p_company)
    || case when current_setting('app.request_id', true) <> ''
      then jsonb_build_object('request_id', current_setting('app.request_id', true)) else '{}' end)::json $$;

create or replace function app.enqueue(task text, payload jsonb, queue text default null, key text default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.company() is null then raise exception 'app.enqueue without a company'; end if;
  perform graphile_worker.add_job(task, app.job_payload(payload, app.company()),
    queue_name => queue, job_key => key, max_attempts => 12);
end $$;

create or replace function app.enqueue_after(task text, payload jsonb, seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.company() is null then raise exception 'app.enqueue_after without a company'; end if;
  perform graphile_worker.add_job(task, app.job_payload(payload, app.company()),
    run_at => now() + make_interval(secs => seconds), max_attempts => 12);
end $$;

create or replace function app.add_mail(p_company bigint, p_key text, p_recipient text, p_language text, p_template text, p_params jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare made bigint;
begin
  if p_company is distinct from app.company() and app.company() is not null then raise exception 'app.add_mail for another company'; end if;
  insert into mails (company_id, key, recipient, language, template, params) values (p_company, p_key, p_recipient, p_language, p_template, p_params)
    on conflict (key) do nothing returning id into made;
  if made is not null then
    perform graphile_worker.add_job('send_mail', app.job_payload(jsonb_build_object('mail_id', made), p_company), job_key => 'mail-' || made, max_attempts => 25);
  end if;
  return made;
end $$;

create or replace function app.tell_operators(p_key text, p_template text, p_params jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare o record; made bigint;
begin
  for o in select u.id, u.email, u.language from users u where u.level <= 0 and u.active and u.deleted_at is null and u.email <> '' loop
    insert into mails (company_id, key, recipient, language, template, params) values (null, p_key || '-' || o.id, o.email, o.language, p_template, p_params)
      on conflict (key) do nothing returning id into made;
    if made is not null then
      perform graphile_worker.add_job('send_mail', app.job_payload(jsonb_build_object('mail_id', made), null), job_key => 'mail-' || made, max_attempts => 25);
    end if;
  end loop;
end $$;

create or replace function app.queue_erp_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare link bigint;
begin
  select i.id into link from integrations i
  where i.company_id = new.company_id and i.active and i.deleted_at is null and i.send_order_to_integration order by i.id limit 1;
  if link is null then return null; end if;
  -- One that was refused before it was sent is tried anew; one that is there stays.
  insert into erp_orders (company_id, order_id, integration_id, own_key) values (new.company_id, new.id, link, 'MST-' || new.id)
  on conflict (company_id, order_id) do update set status = 'fila', integration_id = excluded.integration_id, message = '', rounds = 0, resume_at = null
    where erp_orders.status = 'recusado';
  if not found then return null; end if;
  update orders set erp_status = 'na_fila' where company_id = new.company_id and id = new.id;
  perform graphile_worker.add_job('erp_order', app.job_payload(jsonb_build_object('order', new.id), new.company_id), queue_name => 'erp', max_attempts => 12);
  return null;
end $$;
