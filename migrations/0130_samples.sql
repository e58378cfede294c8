-- A sample that somebody made something of is the company's own product: it does not go with the samples. Whichever way it
-- is changed, by form, sheet, bulk change or another system.
create function app.keep_sample() returns trigger language plpgsql as $$
begin
  new.sample := false;
  return new;
end $$;
create trigger sample_kept before update of name, code, price, price2, price3, price_promo, description on products for each row
  when (new.sample and (old.name, old.code, old.price, old.price2, old.price3, old.price_promo, old.description)
    is distinct from (new.name, new.code, new.price, new.price2, new.price3, new.price_promo, new.description))
  execute function app.keep_sample();
create function app.keep_samples() returns trigger language plpgsql as $$
begin
  update products p set sample = false from (select distinct company_id, product_id from touched) t
    where p.company_id = t.company_id and p.id = t.product_id and p.sample;
  return null;
end $$;
create trigger sample_insert after insert on product_images referencing new table as touched for each statement execute function app.keep_samples();
create trigger sample_update after update on product_images referencing new table as touched for each statement execute function app.keep_samples();
create trigger sample_delete after delete on product_images referencing old table as touched for each statement execute function app.keep_samples();
