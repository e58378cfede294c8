-- A copy of a company is read table by table through a cursor, in one transaction: of one moment, and no table is sorted for each page.
-- Opens the cursor "dump" on one of the company's tables, in the order of its key; row-level security decides which rows those are.
drop function app.dump(text, int, int);
create function app.dump(p_table text) returns void language plpgsql as $$
declare dump refcursor := 'dump'; in_order text;
begin
  if p_table <> all (array['companies', 'users', 'categories', 'products', 'variations', 'product_categories', 'product_images', 'entities', 'orders', 'order_lines',
    'order_events', 'price_requests', 'subscriptions', 'invoices', 'consents', 'logs', 'integrations']) then raise exception 'app.dump of %', p_table; end if;
  select string_agg(quote_ident(a.attname), ', ' order by k.n) into in_order from pg_index i, unnest(i.indkey) with ordinality k(attnum, n), pg_attribute a
    where i.indrelid = p_table::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum;
  open dump no scroll for execute format('select (to_jsonb(t) - ''password_hash'' - ''link_version'' - ''search_text'' - ''search_extra'' - ''search_code'' - ''receipt_token'' - ''token'')::text as row
    from %I t where %s = app.company() order by %s', p_table, case when p_table = 'companies' then 'id' else 'company_id' end, in_order);
end $$;
grant execute on all functions in schema app to mostruario_app;
