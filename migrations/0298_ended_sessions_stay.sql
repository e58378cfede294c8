-- A session whose time is over is not removed where it is found, but by the day's sweep, which waits while the clock is not
-- believed (docs/decisions/0112): a clock that was ahead for a minute signed everybody out.
create or replace function app.find_session(p_hash bytea, p_now timestamptz)
returns table (kind text, user_id bigint, company_id bigint, level int, name text, hide_price boolean, hide_no_stock boolean, margin_bp int,
  hidden_categories bigint[], price_table int, currency text, seller_id bigint, is_blocked boolean, valid_until date, time_zone text,
  orders_open boolean, catalogue_version bigint, acting_id bigint, acting text, expires_at timestamptz, demo boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare stays boolean; seen timestamptz; began timestamptz; own_company bigint;
begin
  select ss.kind, u.id, u.company_id, u.level, u.name, u.hide_price, u.hide_no_stock, u.margin_bp, u.hidden_categories, u.price_table,
      u.currency, u.seller_id, coalesce(c.is_blocked, false), c.valid_until, c.time_zone, coalesce(c.pedidos or c.whatsapp, false),
      k.catalogue_version, ss.operator_id, '', ss.expires_at, u.demo, ss.stay, ss.last_seen, ss.created_at, c.id
    into kind, user_id, company_id, level, name, hide_price, hide_no_stock, margin_bp, hidden_categories, price_table,
      currency, seller_id, is_blocked, valid_until, time_zone, orders_open,
      catalogue_version, acting_id, acting, expires_at, demo, stays, seen, began, own_company
    from sessions ss join users u on u.id = ss.user_id and u.active and u.deleted_at is null
      left join companies c on c.id = u.company_id and c.deleted_at is null
      left join company_counters k on k.company_id = u.company_id
    where ss.hash = p_hash;
  if not found then return; end if;
  -- Of a clock that was ahead: it would outlive every bound.
  if seen > p_now + interval '5 minutes' or began > p_now + interval '5 minutes' then
    update sessions set last_seen = least(last_seen, p_now), created_at = least(created_at, p_now) where hash = p_hash;
    seen := least(seen, p_now); began := least(began, p_now);
  end if;
  if expires_at < p_now or seen + (case when kind = 'public' or level <= 1 or not stays then interval '12 hours' else interval '30 days' end) < p_now
     or began + (case when level <= 1 then interval '7 days' else interval '90 days' end) < p_now then
    return;
  end if;
  if level > 0 and own_company is null then return; end if;
  if acting_id is not null then
    select u.name || ' (operação)', u.demo into acting, demo from users u where u.id = acting_id and u.level <= 0 and u.active and u.deleted_at is null;
    if not found then return; end if;
    name := acting;
  end if;
  if seen < p_now - interval '5 minutes' then update sessions set last_seen = p_now where hash = p_hash; end if;
  return next;
end $$;

-- Whether there is a session by this token, ended or not: one that was ended on purpose is gone.
create function app.has_session(p_hash bytea) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from sessions where hash = p_hash) $$;
grant execute on function app.has_session(bytea) to mostruario_app;
