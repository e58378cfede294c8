-- An order that arrives while its client's card is being merged belongs to the card that stays. The merge locks both
-- cards for update: the lock here waits for it, and what is read after it is what the merge wrote.
create function app.keep_surviving_client() returns trigger language plpgsql as $$
begin
  perform from users where company_id = new.company_id and id = new.client_id for key share;
  new.client_id := coalesce(app.surviving_client(new.client_id), new.client_id);
  return new;
end $$;
create trigger keep_surviving_client before insert on orders for each row when (new.client_id is not null)
  execute function app.keep_surviving_client();
do $$ begin
  execute replace(pg_get_functiondef('app.place_order'::regproc), 'returning id into row.id;',
    'returning id, client_id into row.id, row.client_id;');
end $$;
