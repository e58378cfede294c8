-- Backwards over the primary key finds the newest orders as well.
drop index orders_newest;

-- A page beyond the end says how many hits there are (id null), so that nobody searches twice to tell it from "none".
create or replace function app.search_products(p_patterns jsonb, p_query text, p_words text[], p_extra boolean, p_inactive boolean, p_limit int, p_offset int)
returns table (product_id bigint, rank int, total bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); word jsonb; alt text; piece text; cond text := '';
begin
  if c is null then return; end if;
  for word in select * from jsonb_array_elements(p_patterns) loop
    piece := '';
    for alt in select * from jsonb_array_elements_text(word) loop
      piece := piece || case when piece = '' then '' else ' or ' end || format('search_text like %L', alt)
        || case when p_extra then format(' or search_extra like %L', alt) else '' end;
    end loop;
    cond := cond || ' and (' || piece || ')';
  end loop;
  return query execute format($q$
    with hits as materialized (
      (select id, "order", search_text, search_code from products where company_id = $1 and deleted_at is null and (active or $4) and search_code like %L limit 100)
      union
      (select id, "order", search_text, search_code from products where company_id = $1 and deleted_at is null and (active or $4) %s limit 1000)),
    page as (
      select id, r, row_number() over (order by r, "order", search_text, id) as place from (select *, case
          when search_code = $2 then 0
          when starts_with(search_code, $2) then 1
          when starts_with(search_text, ' ' || $2) then 2
          when (select bool_and(search_text like '%% ' || w || ' %%') from unnest($3) w) then 3
          else 4 end as r from hits) ranked order by place limit $5 offset $6)
    select page.id, page.r, n.total from (select count(*) as total from hits) n left join page on true where n.total > 0 order by page.place $q$, p_query || '%%', cond)
  using c, p_query, p_words, p_inactive, p_limit, p_offset;
end $$;
