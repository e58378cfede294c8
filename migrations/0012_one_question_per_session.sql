-- The caller of a request in one question instead of three; the same answers and limits as before (docs/trust.md).
create or replace function app.find_session(p_hash bytea, p_now timestamptz)
returns table (kind text, user_id bigint, company_id bigint, level int, name text, hide_price boolean,
  hide_no_stock boolean, margin_bp int, hidden_categories bigint[], price_table int, currency text,
  seller_id bigint, is_blocked boolean, valid_until date, time_zone text, orders_open boolean, catalogue_version bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare s record;
begin
  select ss.kind as session_kind, ss.stay, ss.last_seen, ss.created_at as began, u.id, u.company_id, u.level, u.name, u.hide_price, u.hide_no_stock, u.margin_bp, u.hidden_categories, u.price_table, u.currency, u.seller_id, c.id as own_company, c.is_blocked, c.valid_until, c.time_zone,
      c.pedidos or c.whatsapp as open, k.catalogue_version into s
    from sessions ss join users u on u.id = ss.user_id and u.active and u.deleted_at is null
      left join companies c on c.id = u.company_id and c.deleted_at is null
      left join company_counters k on k.company_id = u.company_id
    where ss.hash = p_hash;
  if not found then return; end if;
  if s.last_seen + (case when s.session_kind = 'public' or s.level <= 1 or not s.stay then interval '12 hours' else interval '30 days' end) < p_now
     or s.began + (case when s.level <= 1 then interval '7 days' else interval '90 days' end) < p_now then
    delete from sessions where hash = p_hash;
    return;
  end if;
  if s.level > 0 and s.own_company is null then return; end if;
  if s.last_seen < p_now - interval '5 minutes' then update sessions set last_seen = p_now where hash = p_hash; end if;
  return query select s.session_kind, s.id, s.company_id, s.level, s.name, s.hide_price, s.hide_no_stock, s.margin_bp, s.hidden_categories, s.price_table,
    s.currency, s.seller_id, coalesce(s.is_blocked, false), s.valid_until, s.time_zone, coalesce(s.open, false), s.catalogue_version;
end $$;
