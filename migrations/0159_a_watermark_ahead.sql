-- What a clock that was ahead left as the last update of a link lies in the future: nothing would be asked for until then, nor
-- what changed before. As in 0150_back_at_once.sql, and the links.
create or replace function app.erp_clock_back(p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.erp_clock_back is the platform''s'; end if;
  update sync_runs set resume_at = resume_at - (heartbeat_at - p_now), heartbeat_at = p_now - interval '6 minutes'
    where status in ('andando', 'espera') and heartbeat_at > p_now + interval '1 minute';
  update erp_orders set resume_at = resume_at - (heartbeat_at - p_now), heartbeat_at = p_now - interval '6 minutes'
    where status in ('fila', 'incerto', 'enviando') and heartbeat_at > p_now + interval '1 minute';
  update integrations set synced_until = null, synced_at = p_now - interval '31 minutes' where synced_at > p_now + interval '1 minute';
end $$;
-- As in 0025_integrations.sql; a run that began later than now is none that has just been.
create or replace function app.due_integrations(p_now timestamptz) returns table (company_id bigint, id bigint)
language sql security definer set search_path = public, pg_temp as $$
  select i.company_id, i.id from integrations i join companies c on c.id = i.company_id
  where i.deleted_at is null and i.active and i.problem = '' and c.deleted_at is null and not c.is_blocked
    and c.valid_until >= (p_now at time zone c.time_zone)::date
    and i.synced_at < p_now - interval '30 minutes'
    and not exists (select 1 from sync_runs r where r.company_id = i.company_id and r.integration_id = i.id
      and (r.status in ('andando', 'espera') or (r.started_at > p_now - interval '30 minutes' and r.started_at <= p_now)))
$$;
