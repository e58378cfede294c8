-- One question per statement instead of one per row; and words are split at spaces, which is all that the folded text has.
drop trigger touch on variations;
drop trigger touch on product_images;
drop trigger touch on product_categories;
drop function app.touch_product();
create function app.touch_products() returns trigger language plpgsql as $$
begin
  update products p set version = 0 from (select distinct company_id, product_id from touched) t
    where p.company_id = t.company_id and p.id = t.product_id and p.version is distinct from app.raise_version(p.company_id);
  return null;
end $$;
create trigger touch_insert after insert on variations referencing new table as touched for each statement execute function app.touch_products();
create trigger touch_update after update on variations referencing new table as touched for each statement execute function app.touch_products();
create trigger touch_delete after delete on variations referencing old table as touched for each statement execute function app.touch_products();
create trigger touch_insert after insert on product_images referencing new table as touched for each statement execute function app.touch_products();
create trigger touch_update after update on product_images referencing new table as touched for each statement execute function app.touch_products();
create trigger touch_delete after delete on product_images referencing old table as touched for each statement execute function app.touch_products();
create trigger touch_insert after insert on product_categories referencing new table as touched for each statement execute function app.touch_products();
create trigger touch_delete after delete on product_categories referencing old table as touched for each statement execute function app.touch_products();

create or replace function app.add_words() returns trigger language plpgsql as $$
begin
  insert into product_words select distinct company_id, w from fresh, unnest(string_to_array(search_text, ' ')) w
    where length(w) between 3 and 40 on conflict do nothing;
  return null;
end $$;
