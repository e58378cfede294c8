-- A payment is dated by the last believed moment while the clock is not believed (docs/decisions/0121). It arrives in a
-- company's transaction, which does not read the platform's rows.
create function app.watched_clock() returns setof clock_watch language sql stable security definer set search_path = public, pg_temp as $$
  select * from clock_watch $$;
grant execute on function app.watched_clock() to mostruario_app;
