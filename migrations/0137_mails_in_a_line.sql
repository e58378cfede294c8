-- Mails leave one after the other: a mail server that is silent keeps one worker, and photos, PDFs and notices go on. What
-- waits already leaves as it was queued.

-- Queues a mail that stands in `mails`.
create function app.send_mail(p_id bigint, p_company bigint) returns void language sql as $$
  select graphile_worker.add_job('send_mail', app.job_payload(jsonb_build_object('mail_id', p_id), p_company),
    queue_name => 'mails', job_key => 'mail-' || p_id, max_attempts => 25) $$;

-- As in 0104_whose_work.sql, both.
create or replace function app.add_mail(p_company bigint, p_key text, p_recipient text, p_language text, p_template text, p_params jsonb) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare made bigint;
begin
  if p_company is distinct from app.company() and app.company() is not null then raise exception 'app.add_mail for another company'; end if;
  insert into mails (company_id, key, recipient, language, template, params) values (p_company, p_key, p_recipient, p_language, p_template, p_params)
    on conflict (key) do nothing returning id into made;
  if made is not null then perform app.send_mail(made, p_company); end if;
  return made;
end $$;

create or replace function app.tell_operators(p_key text, p_template text, p_params jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare o record; made bigint;
begin
  for o in select u.id, u.email, u.language from users u where u.level <= 0 and u.active and u.deleted_at is null and u.email <> '' loop
    insert into mails (company_id, key, recipient, language, template, params) values (null, p_key || '-' || o.id, o.email, o.language, p_template, p_params)
      on conflict (key) do nothing returning id into made;
    if made is not null then perform app.send_mail(made, null); end if;
  end loop;
end $$;
