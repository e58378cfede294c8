-- Where a profile is, for the map of the company's people.
alter table entities add column lat double precision, add column lng double precision,
  add constraint whole_place check ((lat is null) = (lng is null)),
  add constraint place_on_the_globe check (lat between -90 and 90 and lng between -180 and 180);
drop trigger log on entities;
create trigger log after insert or update of name, code, type, company_name, about, logo, cover, phone, social_link, social, city, state, country, lat, lng, "order", active, deleted_at
  on entities for each row execute function app.log_change('entity');
