-- What can be undone is listed: how many rows, and what goes with them beside the rows (categories that a sheet made, the list of tags before).
alter table undos add changed int not null default 0, add also jsonb not null default '{}';
update undos set changed = (select coalesce(sum(jsonb_array_length(r->'ids')), 0) from jsonb_array_elements(rows) r);
create index undos_open on undos (company_id, expires_at) where used_at is null;
