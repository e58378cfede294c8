-- Accounts of the demonstration: their password is printed in the README, so they open on the machine itself only
-- (src/server/demo-access.ts). Older installations know them by their addresses; .test is never registered (RFC 6761).
alter table users add demo boolean not null default false;
update users set demo = true where email like '%@mostruario.test' or email like '%@aroeira.test';

drop function app.find_session(bytea, timestamptz);
create function app.find_session(p_hash bytea, p_now timestamptz)
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
  if expires_at < p_now or seen + (case when kind = 'public' or level <= 1 or not stays then interval '12 hours' else interval '30 days' end) < p_now
     or began + (case when level <= 1 then interval '7 days' else interval '90 days' end) < p_now then
    delete from sessions where hash = p_hash;
    return;
  end if;
  if level > 0 and own_company is null then return; end if;
  if acting_id is not null then
    select u.name || ' (operação)' into acting from users u where u.id = acting_id and u.level <= 0 and u.active and u.deleted_at is null;
    if not found then return; end if;
    name := acting;
  end if;
  if seen < p_now - interval '5 minutes' then update sessions set last_seen = p_now where hash = p_hash; end if;
  return next;
end $$;
drop function app.find_key(bytea, int, timestamptz);
create function app.find_key(p_hash bytea, p_limit int, p_now timestamptz)
returns table (kind text, user_id bigint, company_id bigint, level int, name text, hide_price boolean,
  hide_no_stock boolean, margin_bp int, hidden_categories bigint[], price_table int, currency text,
  seller_id bigint, is_blocked boolean, valid_until date, time_zone text, orders_open boolean, catalogue_version bigint,
  acting_id bigint, acting text, expires_at timestamptz, scopes text[], wait int, demo boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare k record; rest int;
begin
  select a.id as key, a.name as key_name, a.scopes, a.used_at, u.*, c.is_blocked, c.valid_until, c.time_zone as zone,
      c.pedidos or c.whatsapp as open, n.catalogue_version into k
    from api_keys a join companies c on c.id = a.company_id and c.deleted_at is null
      join users u on u.company_id = a.company_id and u.id = a.user_id and u.active and u.deleted_at is null and u.level = 1
      join company_counters n on n.company_id = a.company_id
    where a.hash = p_hash and a.revoked_at is null and (a.expires_on is null or a.expires_on >= (p_now at time zone c.time_zone)::date);
  if not found then return; end if;
  rest := app.hit(array['key:' || k.company_id || ':' || k.key], array[p_limit], array[60], p_now);
  if k.used_at is null or k.used_at < p_now - interval '1 minute' then
    update api_keys set used_at = p_now where hash = p_hash;
  end if;
  return query select 'user'::text, k.id, k.company_id, k.level, k.key_name || ' (chave)', k.hide_price, k.hide_no_stock, k.margin_bp,
    k.hidden_categories, k.price_table, k.currency, k.seller_id, k.is_blocked, k.valid_until, k.zone, k.open,
    k.catalogue_version, null::bigint, ''::text, null::timestamptz, k.scopes, rest, k.demo;
end $$;
create function app.is_demo(p_user bigint) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select demo from users where id = p_user), false)
$$;
grant execute on all functions in schema app to mostruario_app;
