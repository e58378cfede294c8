-- A category that is moved takes its products along: they may be hidden from somebody by what it stands below now, and where
-- sub-categories are off they stand in that. A device hears of it only by their number. Nobody reads a company that is gone.
create function app.category_moved() returns trigger language plpgsql as $$
begin
  update products p set version = 0 from product_categories pc, companies c
    where pc.company_id = new.company_id and pc.category_id = new.id and p.company_id = pc.company_id and p.id = pc.product_id
      and c.id = new.company_id and c.deleted_at is null and p.version is distinct from new.version;
  return null;
end $$;
create trigger moved after update of master_id on categories for each row
  when (old.master_id is distinct from new.master_id) execute function app.category_moved();
