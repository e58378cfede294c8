-- A client without a document is nowhere to be asked for in some ERPs (TagPlus), or by name only (Bling): whom the last order
-- stands for there is kept, so that nobody is made twice, nor two of one name become one.
create table erp_clients (
  company_id bigint not null references companies, client_id bigint not null, integration_id bigint not null, external_id text not null,
  primary key (company_id, client_id, integration_id),
  foreign key (company_id, client_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, integration_id) references integrations
);
select app.protect('erp_clients');
-- It goes with who is erased.
do $$ begin
  execute replace(pg_get_functiondef('app.erase_client'::regproc), 'delete from sessions where', 'delete from erp_clients where company_id = c and client_id = p_id;
  delete from sessions where');
end $$;
