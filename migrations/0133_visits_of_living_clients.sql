-- As in 0064_visits_near.sql; a visit to a client who was deleted is nobody's news, and stands in no other's way.
create or replace function app.visits_near(p_now timestamptz) returns table (company_id bigint, seller_id bigint, key text, client_id bigint, name text,
  others bigint, day date, at text) language sql stable security definer set search_path = public, pg_temp as $$
  with here as (
    select v.company_id, v.seller_id, v.key, v.client_id, v.id, v.day, v.at, p_now at time zone c.time_zone as wall
    from visits v join companies c on c.id = v.company_id and c.deleted_at is null and not c.is_blocked
    where app.is_operator() and v.day between (p_now - interval '1 day')::date and (p_now + interval '2 days')::date
      and v.checked_in_at is null and v.reported_at is null and v.cancelled_at is null),
  near as (
    select h.*, coalesce(nullif(u.company_name, ''), u.name) as name
    from here h join users u on u.id = app.surviving_client(h.client_id) and u.company_id = h.company_id and u.deleted_at is null
    where case when h.at is null then h.day = h.wall::date and h.wall::time >= '08:00' and h.wall::time < '09:00'
      else h.wall >= h.day + h.at - interval '1 hour' and h.wall < h.day + h.at end)
  select n.company_id, n.seller_id, n.key, n.client_id, n.name, 0::bigint, n.day, to_char(n.at, 'HH24:MI') from near n where n.at is not null
  union all
  (select distinct on (n.company_id, n.seller_id) n.company_id, n.seller_id, n.key, n.client_id, n.name,
    count(*) over (partition by n.company_id, n.seller_id) - 1, n.day, null from near n where n.at is null
  order by n.company_id, n.seller_id, n.id)
$$;
