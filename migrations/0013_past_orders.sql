-- Orders stand in the order of their arrival, also those that a spreadsheet brought from before.
drop index orders_of_seller;
drop index orders_of_client;
drop index orders_by_status;
create index orders_newest on orders (company_id, received_at desc, id desc);
create index orders_of_seller on orders (company_id, seller_id, received_at desc, id desc);
create index orders_of_client on orders (company_id, client_id, received_at desc, id desc) where client_id is not null;
create index orders_by_status on orders (company_id, status, received_at desc, id desc);
update undos set kind = 'products' where kind in ('bulk', 'sheet');
