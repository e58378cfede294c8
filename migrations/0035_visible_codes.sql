-- Codes of before lose what nobody sees in them, as src/shared/code.ts takes it off from now on; where two would become one, both stay.
create function pg_temp.clean(t text) returns text language sql immutable as $$
  select trim(regexp_replace(regexp_replace(regexp_replace(t,
    '_x00(?:0[0-9a-f]|1[0-9a-f]|7f|[89][0-9a-f])_', '', 'gi'),
    '[\u0009\u000a\u000d\u00a0\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]', '', 'g')) $$;
select set_config('app.quiet', '1', true);
update products p set code = pg_temp.clean(code) where code <> pg_temp.clean(code) and not exists (
  select 1 from products o where o.company_id = p.company_id and o.id <> p.id and o.deleted_at is null and lower(pg_temp.clean(o.code)) = lower(pg_temp.clean(p.code)));
update products set code_2 = pg_temp.clean(code_2), reference = pg_temp.clean(reference), ean = pg_temp.clean(ean)
  where code_2 <> pg_temp.clean(code_2) or reference <> pg_temp.clean(reference) or ean <> pg_temp.clean(ean);
update variations set code = pg_temp.clean(code), ean = pg_temp.clean(ean) where code <> pg_temp.clean(code) or ean <> pg_temp.clean(ean);
update users set client_code = pg_temp.clean(client_code) where client_code <> pg_temp.clean(client_code);
select set_config('app.quiet', '', true);
