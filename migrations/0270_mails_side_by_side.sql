-- Mails leave side by side: each job names its company and the domain that it goes to, and a worker of their own gives each only
-- part of its connections (src/server/job-shares.ts). The more of a company's mails wait, the later its next one is due; links
-- to sign in never wait behind others.
create index mails_untried on mails (company_id) where status = 'espera' and tries = 0;

create or replace function app.send_mail(p_id bigint, p_company bigint) returns void language sql as $$
  select graphile_worker.add_job('send_mail', app.job_payload(jsonb_build_object('mail_id', p_id), p_company),
    job_key => 'mail-' || p_id, max_attempts => 25,
    priority => case when m.template in ('password', 'passwords', 'email_changed') then -1 else (select count(*)::int from (
      select 1 from mails w where w.company_id = p_company and w.status = 'espera' and w.tries = 0 and w.id <> p_id limit 200) waiting) end,
    flags => array['company-' || coalesce(p_company, 0), 'domain-' || lower(split_part(m.recipient, '@', 2))])
  from mails m where m.id = p_id $$;

-- What waits already no longer waits for the mail before it.
update graphile_worker._private_jobs j set job_queue_id = null
  from graphile_worker._private_job_queues q where q.id = j.job_queue_id and q.queue_name = 'mails' and j.locked_at is null;
grant execute on all functions in schema app to mostruario_app;
