-- Where a client is: two numbers or none, typed, set on the map or known by the CEP.
alter table users add column lat double precision, add column lng double precision,
  add constraint whole_place check ((lat is null) = (lng is null)),
  add constraint place_on_the_globe check (lat between -90 and 90 and lng between -180 and 180);

-- Whoever is erased (app.erase_client: no address, no name of one's own) leaves no place behind.
create function app.forget_place() returns trigger language plpgsql as $$
begin
  new.lat := null;
  new.lng := null;
  return new;
end $$;
create trigger forget_place before update of address on users for each row
  when (new.lat is not null and new.deleted_at is not null and new.address = '{}' and new.name = 'Cliente ' || new.id)
  execute function app.forget_place();
