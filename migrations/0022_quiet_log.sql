-- What is written quietly (a sheet, a bulk change: one line of the log says it) is not even noted for the log row by row.
drop trigger log on products;
create trigger log after insert or update of name, code, code_2, reference, ean, price, price2, price3, price_promo, promo_from, promo_until,
  description, additional_text, tags, "order", active, min_quantity, multiple, mixed, entity_id, deleted_at on products
  for each row when (current_setting('app.quiet', true) is distinct from '1') execute function app.log_change('product');
