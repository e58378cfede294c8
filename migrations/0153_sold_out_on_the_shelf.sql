-- As in 0151_what_stands_on_the_shelf.sql, for those who hide what is sold out: the last piece sold, or the first one back,
-- changes what stands there; a sale between the two does not.
create trigger shelf_sold_out after update of stock on products for each row
  when ((coalesce(old.stock, 1) > 0) is distinct from (coalesce(new.stock, 1) > 0)) execute function app.product_stands_otherwise();
create trigger shelf_sold_out after update of stock on variations for each row
  when ((coalesce(old.stock, 1) > 0) is distinct from (coalesce(new.stock, 1) > 0)) execute function app.product_stands_otherwise();
create trigger shelf_insert after insert on variations referencing new table as touched for each statement execute function app.shelf_touched();
create trigger shelf_delete after delete on variations referencing old table as touched for each statement execute function app.shelf_touched();
-- Choices that the company does not use hide nothing.
create function app.company_stands_otherwise() returns trigger language plpgsql as $$
begin
  perform app.shelf_changed(new.id);
  return null;
end $$;
create trigger shelf after update of variations_active on companies for each row
  when (old.variations_active is distinct from new.variations_active) execute function app.company_stands_otherwise();
