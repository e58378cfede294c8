-- A new product may bring the number of its transaction's change along: then nobody has to ask for it row by row.
drop trigger version on products;
create trigger version before update on products for each row execute function app.product_written();
create trigger version_of_new before insert on products for each row when (new.version = 0) execute function app.product_written();
