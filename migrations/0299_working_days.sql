-- A bill is due on the last paid day or, when that is a weekend or a national holiday, on the next working day, and the
-- catalogue stays open until then (docs/decisions/0120). A trial has no bill: it ends on its day.
create function app.easter(p_year int) returns date language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  -- The anonymous Gregorian computus (Nature, 20 April 1876).
  select make_date(p_year, n / 31, n % 31 + 1) from (select p_year % 19 as a, p_year / 100 as b, p_year % 100 as c) y,
    lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) moon,
    lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) week,
    lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as n) easter
$$;
create function app.is_working_day(p_day date) returns boolean language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select extract(isodow from p_day) < 6
    and to_char(p_day, 'MM-DD') not in ('01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25')
    and not (to_char(p_day, 'MM-DD') = '11-20' and extract(year from p_day) >= 2024)
    and p_day <> app.easter(extract(year from p_day)::int) - 2
$$;
create function app.next_working_day(p_day date) returns date language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
declare day date := p_day;
begin
  while not app.is_working_day(day) loop day := day + 1; end loop;
  return day;
end $$;
-- The last day of the wished number that is not after the last paid day.
create function app.due_day(p_until date, p_wish int) returns date language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select app.next_working_day((case when w <= p_until then w else w - interval '1 month' end)::date)
  from (select make_date(extract(year from p_until)::int, extract(month from p_until)::int, p_wish) as w) wish
$$;
grant execute on all functions in schema app to mostruario_app;

-- The last day on which the company is open.
alter table companies add column open_until date not null
  generated always as (case when trial then valid_until else app.next_working_day(valid_until) end) stored;

-- Who asks whether a company is open gets this day as `valid_until`: servers of the version before, which run beside the
-- first new one for a while, read it by that name.
do $$
declare f regprocedure; d text; was text; becomes text;
begin
  for f, was, becomes in values
      ('app.find_session(bytea,timestamptz)'::regprocedure, 'c.valid_until', 'c.open_until'),
      ('app.find_key(bytea,int,timestamptz)', 'c.valid_until', 'c.open_until as valid_until'),
      ('app.find_company_by_path(text)', 'is_blocked, valid_until, time_zone from', 'is_blocked, open_until, time_zone from'),
      ('app.find_storefront(text)', 'c.valid_until', 'c.open_until'),
      ('app.calendar_of(bytea)', 'c.valid_until', 'c.open_until'),
      ('app.due_feeds(timestamptz,int)', 'c.valid_until', 'c.open_until'),
      ('app.due_integrations(timestamptz)', 'c.valid_until', 'c.open_until') loop
    d := pg_get_functiondef(f);
    if strpos(d, was) = 0 then raise exception '% is not in %', was, f; end if;
    execute replace(d, was, becomes);
  end loop;
end $$;
-- The log records what a user changed, not the values that the database derives from it.
do $$
declare d text := pg_get_functiondef('app.changes'::regproc);
begin
  if strpos(d, '''link_version''') = 0 then raise exception 'app.changes leaves nothing out'; end if;
  execute replace(d, '''link_version''', '''link_version'', ''open_until''');
end $$;
