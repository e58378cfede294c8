-- What waits for an ERP is looked at when its time has come, not with the next minute.
create function app.watch_erps_in(p_seconds double precision) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_seconds < 60 then
    perform graphile_worker.add_job('sync_watch', job_key => 'sync_watch_soon', max_attempts => 1, run_at => least(
      now() + make_interval(secs => greatest(p_seconds, 0)),
      (select j.run_at from graphile_worker._private_jobs j where j.key = 'sync_watch_soon' and j.attempts = 0)));
  end if;
end $$;
create function app.watch_erps_next(p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.watch_erps_next is the platform''s'; end if;
  perform app.watch_erps_in(ceil(extract(epoch from min(x.resume_at) - p_now))) from (
    select resume_at from erp_orders where status in ('fila', 'incerto')
    union all select resume_at from sync_runs where status = 'espera') x
    where x.resume_at > p_now having min(x.resume_at) is not null;
end $$;

-- What was noted of webhooks before the clock was set back waits no longer than it was told to.
create function app.webhooks_clock_back(p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.webhooks_clock_back is the platform''s'; end if;
  update webhooks set rests_until = rests_until - (turn_at - p_now), turn_at = p_now where turn_at > p_now + interval '1 minute';
  update webhook_deliveries set next_at = next_at - (tried_at - p_now), tried_at = p_now
    where status = 'fila' and tried_at > p_now + interval '1 minute';
end $$;
grant execute on all functions in schema app to mostruario_app;
