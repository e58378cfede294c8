-- Visits that are near, by each company's clock: one with an hour from an hour before it on; those without one together at eight
-- in the morning, the first by name. `others`: how many more of these there are.
create index visits_to_come on visits (day) where checked_in_at is null and reported_at is null and cancelled_at is null;
create function app.visits_near(p_now timestamptz) returns table (company_id bigint, seller_id bigint, key text, client_id bigint, name text,
  others bigint, day date, at text) language sql stable security definer set search_path = public, pg_temp as $$
  with here as (
    select v.company_id, v.seller_id, v.key, v.client_id, v.id, v.day, v.at, p_now at time zone c.time_zone as wall
    from visits v join companies c on c.id = v.company_id and c.deleted_at is null and not c.is_blocked
    where app.is_operator() and v.day between (p_now - interval '1 day')::date and (p_now + interval '2 days')::date
      and v.checked_in_at is null and v.reported_at is null and v.cancelled_at is null),
  near as (
    select h.company_id, h.seller_id, h.key, h.client_id, 0::bigint as others, h.day, to_char(h.at, 'HH24:MI') as at from here h
    where h.at is not null and h.wall >= h.day + h.at - interval '1 hour' and h.wall < h.day + h.at
    union all
    (select distinct on (h.company_id, h.seller_id) h.company_id, h.seller_id, h.key, h.client_id,
      count(*) over (partition by h.company_id, h.seller_id) - 1, h.day, null from here h
    where h.at is null and h.day = h.wall::date and h.wall::time >= '08:00' and h.wall::time < '09:00'
    order by h.company_id, h.seller_id, h.id))
  select n.company_id, n.seller_id, n.key, n.client_id, coalesce(nullif(u.company_name, ''), u.name), n.others, n.day, n.at
  from near n join users u on u.id = app.surviving_client(n.client_id) and u.company_id = n.company_id and u.deleted_at is null
$$;
grant execute on all functions in schema app to mostruario_app;
