-- 50,000 rows at once: a trigger that has nothing to say is not queued, and words are merged into the index in batches.
drop trigger log on products;
create trigger log after insert or update of name, code, code_2, reference, ean, price, price2, price3, price_promo, promo_from, promo_until,
  description, additional_text, tags, "order", active, min_quantity, multiple, mixed, entity_id, deleted_at on products
  for each row when (coalesce(current_setting('app.quiet', true), '') <> '1') execute function app.log_change('product');
alter index products_search_words set (fastupdate = on, gin_pending_list_limit = 512);
