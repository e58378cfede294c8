-- The morning notice about visits without an hour also goes out when the server was down at eight (decision 0114): on that
-- day from eight on, once. Only visits that were planned for the day before nine count: a person who plans one later knows of it.
alter table visits add column planned_at timestamptz;  -- when its day or hour was changed last; null: never
create or replace function app.visits_near(p_now timestamptz) returns table (company_id bigint, seller_id bigint, key text, client_id bigint, name text,
  others bigint, day date, at text) language sql stable security definer set search_path = public, pg_temp as $$
  with here as (
    select v.company_id, v.seller_id, v.key, v.client_id, v.id, v.day, v.at, p_now at time zone c.time_zone as wall,
      coalesce(v.planned_at, v.created_at) as planned, (v.day + time '09:00') at time zone c.time_zone as nine
    from visits v join companies c on c.id = v.company_id and c.deleted_at is null and not c.is_blocked
    where app.is_operator() and v.day between (p_now - interval '1 day')::date and (p_now + interval '2 days')::date
      and v.checked_in_at is null and v.reported_at is null and v.cancelled_at is null),
  near as (
    select h.*, coalesce(nullif(u.company_name, ''), u.name) as name
    from here h join users u on u.id = app.surviving_client(h.client_id) and u.company_id = h.company_id and u.deleted_at is null
    where case when h.at is null then h.day = h.wall::date and h.wall::time >= '08:00'
        and (p_now < h.nine or h.planned < h.nine or h.planned > p_now)
      else h.wall >= h.day + h.at - interval '1 hour' and h.wall < h.day + h.at end)
  select n.company_id, n.seller_id, n.key, n.client_id, n.name, 0::bigint, n.day, to_char(n.at, 'HH24:MI') from near n where n.at is not null
  union all
  (select distinct on (n.company_id, n.seller_id) n.company_id, n.seller_id, n.key, n.client_id, n.name,
    count(*) over (partition by n.company_id, n.seller_id) - 1, n.day, null from near n where n.at is null
  order by n.company_id, n.seller_id, n.id)
$$;

-- Feeds whose next run may be later than their schedule allows: a clock that was ahead planned it. A daily run is at most 25
-- hours away; the server compares with the schedule.
create function app.feeds_ahead(p_now timestamptz, p_limit int) returns table (company_id bigint, id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app.is_operator() then raise exception 'app.feeds_ahead is the platform''s'; end if;
  return query select f.company_id, f.id from feeds f join companies c on c.id = f.company_id
    where f.active and f.deleted_at is null and c.deleted_at is null
      and f.next_at > p_now + make_interval(hours => coalesce(f.every_hours, 23))
    order by f.next_at desc limit p_limit;
end $$;
-- Notices of a moment to come, or held for longer than a night: a clock that was ahead wrote them.
create or replace function app.due_notices(p_now timestamptz, p_limit int) returns table (company_id bigint, user_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app.is_operator() then raise exception 'app.due_notices is the platform''s'; end if;
  return query select distinct n.company_id, n.user_id from person_notices n
    where (n.push_at is not null or n.mail_at is not null) and (least(n.push_at, n.mail_at) <= p_now
      or n.at > p_now + interval '1 minute' or least(n.push_at, n.mail_at) > p_now + interval '25 hours') limit p_limit;
end $$;
grant execute on all functions in schema app to mostruario_app;
