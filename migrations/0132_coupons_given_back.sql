-- A use of a coupon is its subscription's: asked for and given up without money, replaced or cancelled, it is free again.
alter table subscriptions add column coupon_id bigint references coupons;
create function app.give_back_coupon() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update coupons set uses = uses - 1 where id = new.coupon_id and uses > 0;
  return null;
end $$;
create trigger coupon_given_back after update of status on subscriptions for each row
  when (old.status = 'pendente' and new.status = 'cancelada' and new.coupon_id is not null) execute function app.give_back_coupon();
