-- Search by the beginnings of words: a list of words with an inverted index, instead of trigrams of the whole text.
-- Parts of words and slips are looked up in the vocabulary first, then searched as whole words (products/search.ts).
drop index products_search;
alter table products add column search_words tsvector generated always as (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) stored;
-- Without a pending list: a search right after an import is as quick as any other.
create index products_search_words on products using gin (search_words) with (fastupdate = off) where deleted_at is null;

drop function app.search_products(jsonb, text, text[], boolean, boolean, int, int);
-- p_words: a tsquery of folded words; p_whole: the typed words, for ranks as products/search.ts gives them.
create function app.search_products(p_words text, p_query text, p_whole text[], p_extra boolean, p_inactive boolean, p_limit int, p_offset int)
returns table (product_id bigint, rank int, total bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); cond text;
begin
  if c is null then return; end if;
  cond := case when p_extra then 'array_to_tsvector(array_remove(string_to_array(search_text || search_extra, '' ''), '''')) @@ $7' else 'search_words @@ $7' end;
  return query execute format($q$
    with hits as materialized (
      (select id, "order", search_text, search_code from products where company_id = $1 and deleted_at is null and (active or $4) and search_code like %L limit 100)
      union
      (select id, "order", search_text, search_code from products where company_id = $1 and deleted_at is null and (active or $4) and %s limit 1000)),
    page as (
      select id, r, row_number() over (order by r, "order", search_text, id) as place from (select *, case
          when search_code = $2 then 0
          when starts_with(search_code, $2) then 1
          when starts_with(search_text, ' ' || $2) then 2
          when (select bool_and(search_text like '%% ' || w || ' %%') from unnest($3) w) then 3
          else 4 end as r from hits) ranked order by place limit $5 offset $6)
    select page.id, page.r, n.total from (select count(*) as total from hits) n left join page on true where n.total > 0 order by page.place $q$, p_query || '%%', cond)
  using c, p_query, p_whole, p_inactive, p_limit, p_offset, p_words::tsquery;
end $$;

create index product_words_parts on product_words using gin (word gin_trgm_ops);
-- Words of the vocabulary that hold a part of a word.
create function app.words_with(p_part text) returns table (word text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.word from product_words w where w.company_id = app.company() and w.word like '%' || p_part || '%' order by w.word limit 500
$$;
-- Words that may be one slip away: words of letters only, since a code with another digit is another code.
drop index product_words_ends;
drop index product_words_starts;
create index product_words_ends on product_words (company_id, right(word, 1), length(word)) where word !~ '[0-9]';
create index product_words_starts on product_words (company_id, left(word, 1), length(word)) where word !~ '[0-9]';
create or replace function app.near_words(p_word text) returns table (word text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.word from product_words w where w.company_id = app.company() and w.word !~ '[0-9]' and right(w.word, 1) = right(p_word, 1) and length(w.word) between length(p_word) - 1 and length(p_word) + 1
  union
  select w.word from product_words w where w.company_id = app.company() and w.word !~ '[0-9]' and left(w.word, 1) = left(p_word, 1) and length(w.word) between length(p_word) - 1 and length(p_word) + 1
$$;
grant execute on all functions in schema app to mostruario_app;
