-- An order that arrives while its seller is removed belongs to the successor, as one of a merged client to the card that
-- stays (0192). A removal and a merge lock their rows for update: the lock here waits for them, and what is read after it
-- is what they wrote. History that a sheet brings names the sellers of its time.
create function app.keep_people_of_order() returns trigger language plpgsql as $$
declare seller bigint;
begin
  perform from users where company_id = new.company_id and id in (new.client_id, new.seller_id) order by id for key share;
  if new.client_id is not null then
    new.client_id := coalesce(app.surviving_client(new.client_id), new.client_id);
  end if;
  if new.seller_id is not null and new.origin <> 'historico' then
    seller := app.current_seller(new.seller_id);
    if seller is distinct from new.seller_id then
      new.seller_id := seller;
      new.seller_name := coalesce((select name from users where id = seller), '');
    end if;
  end if;
  return new;
end $$;
drop trigger keep_surviving_client on orders;
drop function app.keep_surviving_client();
create trigger keep_people_of_order before insert on orders for each row
  when (new.client_id is not null or new.seller_id is not null) execute function app.keep_people_of_order();
do $$
declare body text := pg_get_functiondef('app.place_order'::regproc);
begin
  if position('returning id, client_id into row.id, row.client_id;' in body) = 0 then
    raise exception 'app.place_order answers no client';
  end if;
  execute replace(body, 'returning id, client_id into row.id, row.client_id;',
    'returning id, client_id, seller_id into row.id, row.client_id, row.seller_id;');
end $$;
