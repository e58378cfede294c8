-- How much work waits, for /metrics: how many jobs could be worked on, how long the first of them has waited, how many
-- failed and are tried again, and how many never will be. No word of whose they are.
create function app.queue_now(out waiting int, out oldest_seconds double precision, out failing int, out given_up int)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  select count(*) filter (where due and attempts < max_attempts),
      coalesce(extract(epoch from now() - min(run_at) filter (where due and attempts < max_attempts)), 0),
      count(*) filter (where attempts between 1 and max_attempts - 1 and last_error is not null),
      count(*) filter (where attempts >= max_attempts and locked_at is null)
    into waiting, oldest_seconds, failing, given_up
    from (select *, locked_at is null and run_at <= now() as due from graphile_worker._private_jobs) j;
end $$;
grant execute on function app.queue_now() to mostruario_app;
