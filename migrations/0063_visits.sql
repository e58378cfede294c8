-- Visits of sellers to clients: planned for a day, with or without an hour of the company's clock; checked in; told what came of
-- it. `key` is drawn by the device, so that one that was planned without a network is known before it is here.
create table visits (
  company_id bigint not null references companies, id bigint generated always as identity,
  key text not null check (length(key) between 16 and 64), seller_id bigint not null, client_id bigint not null,
  day date not null, at time, minutes int not null default 60 check (minutes between 15 and 720), note text not null default '',
  created_at timestamptz not null, cancelled_at timestamptz,
  checked_in_at timestamptz,                        -- as the device says it, when it had no network
  told_at timestamptz,                              -- when the server heard of it
  lat double precision, lng double precision, accuracy int,
  reported_at timestamptz, result text check (result in ('pedido', 'sem_venda', 'ausente')),
  reason text not null default '', report text not null default '',
  primary key (company_id, id), unique (company_id, key),
  check ((lat is null) = (lng is null)), check (lat is null or checked_in_at is not null),
  check ((result is null) = (reported_at is null)),
  foreign key (company_id, seller_id) references users (company_id, id),
  foreign key (company_id, client_id) references users (company_id, id)
);
create index visits_of_seller on visits (company_id, seller_id, day);
create index visits_by_day on visits (company_id, day);
create index visits_of_client on visits (company_id, client_id, day desc);
select app.protect('visits');

create function app.visit_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform app.tell_calendar(old.company_id, old.seller_id); end if;
  if tg_op <> 'DELETE' then perform app.tell_calendar(new.company_id, new.seller_id); end if;
  return null;
end $$;
create trigger told after insert or update or delete on visits for each row
  when (coalesce(current_setting('app.quiet', true), '') <> '1') execute function app.visit_changed();

-- What is still to come goes along with a client into another portfolio; what was, stays whose it was.
create function app.pass_visits() returns trigger language plpgsql as $$
begin
  update visits set seller_id = new.seller_id where company_id = new.company_id and client_id = new.id
    and seller_id is distinct from new.seller_id and checked_in_at is null and reported_at is null and cancelled_at is null;
  return null;
end $$;
create trigger pass_visits after update of seller_id on users for each row
  when (new.level = 3 and new.seller_id is not null and new.seller_id is distinct from old.seller_id) execute function app.pass_visits();
-- Whoever is erased (app.erase_client: no address, no name of one's own) was visited by nobody.
create function app.forget_visits() returns trigger language plpgsql as $$
begin
  delete from visits where company_id = new.company_id and client_id = new.id;
  return null;
end $$;
create trigger forget_visits after update of address on users for each row
  when (new.level = 3 and new.deleted_at is not null and new.address = '{}' and new.name = 'Cliente ' || new.id)
  execute function app.forget_visits();
grant execute on all functions in schema app to mostruario_app;
