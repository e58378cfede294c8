-- What nobody needs any more goes, kind by kind, as long after its time as the setting says (src/shared/retention.ts).
-- One function takes the place of app.sweep_rows, app.sweep_openings and app.sweep_notices. Answers how many rows went,
-- at most p_limit of each statement.
create function app.sweep(p_kind text, p_now timestamptz, p_days int, p_limit int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare many int; more int := 0; before timestamptz := p_now - make_interval(days => p_days); dead bigint[];
begin
  if not app.is_operator() then raise exception 'app.sweep is the platform''s'; end if;
  case p_kind
  when 'hits' then delete from rate_hits where key = any (array(select key from rate_hits where resets_at <= before limit p_limit));
  when 'sessions' then
    -- As in app.find_session: idle, too old, or ended by itself.
    delete from public.sessions where hash = any (array(select s.hash from public.sessions s join users u on u.id = s.user_id
      where s.last_seen < before or s.expires_at < p_now
        or s.last_seen < p_now - (case when s.kind = 'public' or u.level <= 1 or not s.stay then interval '12 hours' else interval '30 days' end)
        or s.created_at < p_now - (case when u.level <= 1 then interval '7 days' else interval '90 days' end) limit p_limit));
  when 'tokens' then delete from password_tokens where hash = any (array(select hash from password_tokens where expires_at <= before limit p_limit));
  when 'undos' then delete from undos where ctid = any (array(select ctid from undos where coalesce(used_at, expires_at) <= before limit p_limit));
  when 'put_offs' then delete from put_offs where ctid = any (array(select ctid from put_offs where until < before::date limit p_limit));
  when 'jobs' then
    dead := array(select id from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null and run_at < before limit p_limit);
    perform graphile_worker.complete_jobs(dead);
    return cardinality(dead);
  when 'mails' then delete from mails where id = any (array(select id from mails where coalesce(sent_at, created_at) < before
    -- One that waits is still tried, but for one whose tries are over.
    and (status <> 'espera' or not exists (select 1 from graphile_worker._private_jobs j where j.key = 'mail-' || mails.id and j.attempts < j.max_attempts)) limit p_limit));
  when 'openings' then
    update client_merges set openings = '[]' where ctid = any (array(select ctid from client_merges where openings <> '[]' and at < before limit p_limit));
    get diagnostics more = row_count;
    delete from openings where ctid = any (array(select ctid from openings where at < before limit p_limit));
  when 'visits' then delete from catalogue_visits where ctid = any (array(select ctid from catalogue_visits where day < before::date limit p_limit));
  when 'notices' then delete from person_notices where ctid = any (array(select ctid from person_notices where at < before limit p_limit));
  when 'devices' then delete from push_devices where ctid = any (array(select ctid from push_devices where seen_at < before limit p_limit));
  when 'price_requests' then delete from price_requests where ctid = any (array(select ctid from price_requests where coalesce(answered_at, asked_at) < before limit p_limit));
  when 'subscription_requests' then delete from subscription_requests where id = any (array(select id from subscription_requests
    where answered_at < before or created_at < p_now - make_interval(days => p_days * 4) limit p_limit));
  when 'consents' then delete from consents where ctid = any (array(select ctid from consents where at < before limit p_limit));
  when 'logs' then delete from logs where ctid = any (array(select ctid from logs where at < before limit p_limit));
  when 'platform_log' then delete from platform_log where ctid = any (array(select ctid from platform_log where at < before limit p_limit));
  else raise exception 'app.sweep knows no %', p_kind;
  end case;
  get diagnostics many = row_count;
  return greatest(many, more);
end $$;
drop function app.sweep_rows(timestamptz, int);
drop function app.sweep_openings(timestamptz, int);
drop function app.sweep_notices(timestamptz, int);
-- Jobs of tasks that are no more.
delete from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier in ('sweep_openings', 'sweep_notices'));
grant execute on all functions in schema app to mostruario_app;
