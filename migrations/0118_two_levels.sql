-- Categories have two levels, and the call of a category did not hold it: what stood below one that stands below another, or two
-- that stood below each other, was found by nobody. Such a one stands by itself. What is deleted stands below nothing.
select set_config('app.quiet', '1', true);
update categories s set master_id = null from categories m
  where m.company_id = s.company_id and m.id = s.master_id and m.master_id is not null;
update categories set master_id = null where deleted_at is not null and master_id is not null;
