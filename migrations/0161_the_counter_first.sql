-- A sale holds the company's counter before it takes its stock. Whoever writes a product, or what raises the number of the
-- catalogue, waits for the counter before any row, too: else the two wait for each other, and one is sent away.
create function app.counter_first() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from company_counters where company_id = app.company() for no key update;
  return null;
end $$;
create trigger counter_first before update or delete on products for each statement execute function app.counter_first();
create trigger counter_first before insert or update or delete on variations for each statement execute function app.counter_first();
create trigger counter_first before insert or update or delete on product_images for each statement execute function app.counter_first();
create trigger counter_first before insert or update or delete on product_categories for each statement execute function app.counter_first();
create trigger counter_first before insert or update or delete on categories for each statement execute function app.counter_first();
create trigger counter_first before insert or update or delete on entities for each statement execute function app.counter_first();
create trigger counter_first before insert or update or delete on files for each statement execute function app.counter_first();
-- Whoever erases a client held their row against a sale to them, which only needs it to stay.
do $$ begin
  execute replace(pg_get_functiondef('app.erase_client'::regproc), 'level = 3 for update', 'level = 3 for no key update');
end $$;
