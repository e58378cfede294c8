-- A company's time zone decides its days: the database takes only names of the shape of the IANA database's zones
-- ("America/Manaus") that it has rules for. Offsets and POSIX rules ("+03:00", "UTC+3"), which it takes elsewhere, are none.
-- Rows of before keep what is valid; the same zone under a name without a region gets the full name; the rest
-- becomes America/Sao_Paulo, the default. The log of each company names the old and the new value.
do $$
declare
  c record;
  v_zone text;
  v_fits boolean;
begin
  for c in select id, name, time_zone from companies order by id loop
    v_zone := case when upper(trim(c.time_zone)) in ('UTC', 'GMT', 'ZULU', 'UCT') then 'Etc/UTC' else trim(c.time_zone) end;
    v_fits := v_zone ~ '^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+){1,2}$';
    if v_fits then
      begin
        perform timestamptz 'epoch' at time zone v_zone;
      exception when invalid_parameter_value then
        v_fits := false;
      end;
    else
      -- "america/manaus" and "brazil/east" are zones here, written otherwise.
      select z.name, true into v_zone, v_fits from pg_timezone_names z
        where lower(z.name) = lower(trim(c.time_zone)) and z.name ~ '^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+){1,2}$';
    end if;
    if v_fits is not true then v_zone := 'America/Sao_Paulo'; end if;
    if v_zone is distinct from c.time_zone then
      raise notice 'company % (%): time zone % becomes %', c.id, c.name, c.time_zone, v_zone;
      update companies set time_zone = v_zone where id = c.id;
    end if;
  end loop;
end $$;
alter table companies add constraint companies_time_zone check (
  time_zone ~ '^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+){1,2}$' and (timestamptz 'epoch' at time zone time_zone) is not null);
