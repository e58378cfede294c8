-- Who asks for a company's people reads that company's, however many companies there are. The rule of what the operator sees,
-- too, was `company_id = … or the operator`, which no index knows: each question that did not name the company once more
-- read the people of all of them. A range is one: from a company to the same one, for the operator from the first to the last.
create function app.first_company() returns bigint language sql stable as $$
  select case when app.is_operator() then 0 else app.company() end $$;
create function app.last_company() returns bigint language sql stable as $$
  select case when app.is_operator() then 9223372036854775807 else app.company() end $$;

create or replace function app.protect(tbl regclass, key text default 'company_id', operator_sees boolean default false)
returns void language plpgsql as $$
declare rule text := format('%I = (select app.company())', key);
begin
  if operator_sees then
    rule := format('%I between (select app.first_company()) and (select app.last_company())', key);
    -- The platform's own.
    if exists (select 1 from pg_attribute where attrelid = tbl and attname = key and not attnotnull) then
      rule := rule || format(' or (%I is null and (select app.is_operator()))', key);
    end if;
  end if;
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s to mostruario_app using (%s) with check (%s)', tbl, rule, rule);
  execute format('create policy owner_all on %s to mostruario_owner using (true) with check (true)', tbl);
  execute format('grant select, insert, update, delete on %s to mostruario_app', tbl);
end $$;

do $$
declare
  -- Those with `or (select app.is_operator())` in their rule.
  seen regclass[] := array(select polrelid::regclass from pg_policy
    where polname = 'tenant' and pg_get_expr(polqual, polrelid) like '%is_operator()%');
  tbl regclass;
begin
  foreach tbl in array seen loop
    execute format('drop policy tenant on %s', tbl);
    execute format('drop policy owner_all on %s', tbl);
    perform app.protect(tbl, case when tbl = 'companies'::regclass then 'id' else 'company_id' end, true);
  end loop;
end $$;
