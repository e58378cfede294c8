-- Sub-categories of a category that was deleted stood below nothing: no list named them. They stand by themselves.
update categories s set master_id = null from categories m where m.company_id = s.company_id and m.id = s.master_id and m.deleted_at is not null;

-- has_sub_categories changed nothing for readers until now: who has sub-categories keeps showing them.
update companies c set has_sub_categories = true
  where not has_sub_categories and exists (select 1 from categories s where s.company_id = c.id and s.master_id is not null and s.deleted_at is null);
