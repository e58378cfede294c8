-- A deleted category stayed on its products and hidden from whoever it was hidden from: a product of it and of a hidden one
-- was still found, one of it alone never again, and neither form could be saved. What is there is put right.
select set_config('app.quiet', '1', true);
update users u set hidden_categories = array(select h from unnest(u.hidden_categories) h
    where not exists (select 1 from categories c where c.company_id = u.company_id and c.id = h and c.deleted_at is not null))
  where exists (select 1 from categories c where c.company_id = u.company_id and c.id = any (u.hidden_categories) and c.deleted_at is not null);
delete from product_categories pc using categories c
  where c.company_id = pc.company_id and c.id = pc.category_id and c.deleted_at is not null;
