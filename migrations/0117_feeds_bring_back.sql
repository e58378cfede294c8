-- What a feed took off the catalogue itself it puts back when its address brings it again; what anybody has put on sale since
-- is theirs to take off.
alter table feed_products add column retired boolean not null default false;
create function app.on_sale_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update feed_products set retired = false where company_id = new.company_id and product_id = new.id and retired;
  return null;
end $$;
create trigger on_sale_again after update of active on products for each row
  when (new.active and not old.active) execute function app.on_sale_again();
