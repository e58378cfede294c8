-- A paid period ends on the day of the month on which the paid time began, else on the month's last day. Months were added to
-- the last end, so that who pays from the 31st lost three days a year. They come back once, and the platform's log says so.
alter table subscriptions add column anchor_day smallint check (anchor_day between 1 and 31);
do $$
declare
  c record;
  i record;
  v_from date;
  v_months int;
  v_lost int;
begin
  for c in select co.id, co.name, co.valid_until, (select max(s.id) from subscriptions s
        where s.company_id = co.id and s.status = 'ativa') as subscription from companies co
      where exists (select 1 from subscriptions s where s.company_id = co.id and s.status = 'ativa') and not co.trial and co.deleted_at is null order by co.id loop
    v_from := null;
    -- Back over whole periods that join, from the one that ends with the paid time.
    for i in select covers_from, covers_until, case option when 'mensal' then 1 else 12 end as months from invoices
        where company_id = c.id and status = 'paga' and covers_from < covers_until and covers_until <= c.valid_until order by covers_until desc, id desc loop
      exit when i.covers_until <> coalesce(v_from, c.valid_until)
        or i.covers_until <> (i.covers_from + make_interval(months => i.months))::date;
      v_months := case when v_from is null then 0 else v_months end + i.months;
      v_from := i.covers_from;
    end loop;
    continue when v_from is null;
    update subscriptions set anchor_day = extract(day from v_from) where id = c.subscription;
    v_lost := (v_from + make_interval(months => v_months))::date - c.valid_until;
    continue when v_lost <= 0;
    update companies set valid_until = valid_until + v_lost, version = version + 1 where id = c.id;
    insert into platform_log (at, action, object, object_id, about_company, name, changes)
      values (now(), 'update', 'company', c.id, c.id, c.name,
        jsonb_build_object('valid_until', jsonb_build_array(c.valid_until, c.valid_until + v_lost)));
  end loop;
end $$;
