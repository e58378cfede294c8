-- What a device sends once has its company's counter before it changes a person (server/once.ts), and so has a sale: whoever
-- changes, removes or erases a person waits for the counter first, an operator, who has no company, for that person's.
create function app.counter_of_person(p_id bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  select from company_counters where company_id = (select company_id from users where id = p_id and (company_id = app.company() or app.is_operator()))
    for no key update;
$$;
grant execute on function app.counter_of_person(bigint) to mostruario_app;
do $$ begin
  execute replace(pg_get_functiondef('app.erase_client'::regproc), 'select * into was from users', 'perform app.counter_of_person(p_id);
  select * into was from users');
end $$;
