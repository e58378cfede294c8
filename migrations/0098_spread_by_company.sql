-- Every key of a company's table holds the company, so that the tables can be spread by it (docs/scale.md). Tokens are 256
-- random bits: no two are ever alike, and what looks them up need not be unique.
alter table orders drop constraint orders_receipt_token_key;
create index orders_receipt_token on orders (receipt_token);
alter table catalogs drop constraint catalogs_token_key;
create index catalogs_token on catalogs (token);
alter table calendar_links drop constraint calendar_links_token_hash_key;
create index calendar_links_token on calendar_links (token_hash);
alter table invoices drop constraint invoices_pkey, add primary key (company_id, id),
  drop constraint invoices_token_key, drop constraint invoices_txid_key;
create index invoices_id on invoices (id);
create index invoices_token on invoices (token);
create index invoices_txid on invoices (txid);
alter table subscriptions drop constraint subscriptions_pkey, add primary key (company_id, id);
