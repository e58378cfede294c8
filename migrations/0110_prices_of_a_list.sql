-- The last run whose list of prices named a product: one that a whole list left out has no price there any more.
alter table external_refs add column price_run bigint;
