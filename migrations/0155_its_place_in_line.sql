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
