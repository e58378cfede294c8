-- What waits for a mail server that is away leaves when it is back, and a clock that was set back keeps nothing waiting.

-- Whether a mail's last try did not get as far as the mail server.
alter table mails add column away boolean not null default false;
create index mails_away on mails (id) where away;

-- As in 0018_platform.sql: each try says anew how far it got.
create or replace function app.take_mail(p_id bigint) returns setof mails
language sql security definer set search_path = public, pg_temp as $$
  update mails set tries = tries + 1, away = false where id = p_id and status = 'espera' returning * $$;

-- Asks the mail server in so many seconds, one asks for all: `left` says how often what waits may still be hurried.
create function app.ask_mail_server(p_left int, p_seconds int) returns void
language sql security definer set search_path = public, pg_temp as $$
  select graphile_worker.add_job('ask_mail_server', app.job_payload(jsonb_build_object('left', p_left), null),
    job_key => 'ask_mail_server', run_at => now() + make_interval(secs => p_seconds), max_attempts => 25) $$;

-- Somebody who asks already goes on at his time, with what he knows.
create function app.mail_is_away(p_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update mails set away = true where id = p_id and status = 'espera';
  perform graphile_worker.add_job('ask_mail_server', app.job_payload(jsonb_build_object('left', coalesce((
      select (j.payload->>'left')::int from graphile_worker._private_jobs j where j.key = 'ask_mail_server'), 0)), null),
    job_key => 'ask_mail_server', run_at => now() + interval '10 seconds', job_key_mode => 'preserve_run_at', max_attempts => 25);
end $$;

create function app.mails_are_away() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from mails where away and status = 'espera') $$;

-- Those that never reached the mail server are next; the try that found nobody there does not count.
create function app.hurry_mails() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update graphile_worker._private_jobs j set run_at = now(), attempts = greatest(j.attempts - 1, 0)
    from mails m where m.away and m.status = 'espera' and j.key = 'mail-' || m.id
      and j.locked_at is null and j.attempts < j.max_attempts and j.run_at > now();
  perform pg_notify('jobs:insert', '{"count":1}');
end $$;

-- What a server noted of runs and orders before the clock was set back is as old as it can be: they are taken up at once, and
-- wait no longer than they were told to.
create function app.erp_clock_back(p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.erp_clock_back is the platform''s'; end if;
  update sync_runs set resume_at = resume_at - (heartbeat_at - p_now), heartbeat_at = p_now - interval '6 minutes'
    where status in ('andando', 'espera') and heartbeat_at > p_now + interval '1 minute';
  update erp_orders set resume_at = resume_at - (heartbeat_at - p_now), heartbeat_at = p_now - interval '6 minutes'
    where status in ('fila', 'incerto', 'enviando') and heartbeat_at > p_now + interval '1 minute';
end $$;
grant execute on all functions in schema app to mostruario_app;
