-- Erasing a client empties the mails that told of changed lines, as it does those of quotes.
do $$
declare def text := pg_get_functiondef('app.erase_client'::regproc); next text;
begin
  next := replace(def, 'm.key like ''orcamento-%'' or (', 'm.key like ''orcamento-%'' or m.key like ''mudanca-%'' or (');
  next := replace(next, 'or m.key = ''carteira-''', 'or m.key like ''mudanca-'' || c || ''-'' || o.id || ''-%''
        or m.key = ''carteira-''');
  if length(next) < length(def) + 60 then raise exception 'app.erase_client is not as expected'; end if;
  execute next;
end $$;
