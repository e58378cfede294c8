-- Sub-categories of a category that was deleted stood below nothing: no list named them. They stand by themselves.
update categories s set master_id = null from categories m where m.company_id = s.company_id and m.id = s.master_id and m.deleted_at is not null;
