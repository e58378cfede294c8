-- Companies with orders that their figures do not know yet, or whose figures were counted in another time zone.
create or replace function app.stale_figures() returns setof bigint language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.stale_figures is the platform''s'; end if;
  return query select c.id from companies c left join figures_kept k on k.company_id = c.id
    where c.deleted_at is null and (k.next_round is not null or k.time_zone <> c.time_zone or exists (select 1 from orders o
      where o.company_id = c.id and o.changed >= coalesce(k.done_changed, '0') and o.changed < pg_snapshot_xmax(pg_current_snapshot())));
end $$;
