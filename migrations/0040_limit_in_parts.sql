-- At the plan's limit of products the detail brings numbers and plan apart: the answer is said in the reader's language.
create or replace function app.check_products() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint; many int; most int; larger record;
begin
  if tg_op = 'INSERT' then
    select f.company_id into c from fresh f where f.active and f.deleted_at is null limit 1;
  else
    select f.company_id into c from fresh f join before b on b.company_id = f.company_id and b.id = f.id
      where f.active and f.deleted_at is null and not (b.active and b.deleted_at is null) limit 1;
  end if;
  if c is null then return null; end if;
  perform 1 from company_counters k where k.company_id = c for update;
  select count(*) into many from products p where p.company_id = c and p.active and p.deleted_at is null;
  select max_products into most from companies where id = c;
  if many <= most then return null; end if;
  select p.name, p.products into larger from plans p where p.active and p.products >= many order by p.monthly_cents limit 1;
  raise exception using errcode = 'MO002', message = 'plan_limit of products',
    detail = jsonb_build_object('most', most, 'plan', larger.name, 'room', larger.products)::text;
end $$;
