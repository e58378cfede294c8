-- The search reads words from memory (products/server/search.ts): what stood for it here goes, and every write is lighter.
drop trigger words_insert on products;
drop trigger words_update on products;
drop function app.add_words();
drop function app.search_products(text, text, text[], boolean, boolean, int, int);
drop function app.words_with(text);
drop function app.near_words(text);
drop table product_words;
alter table products drop column search_words, drop column search_code;
