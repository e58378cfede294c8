-- What a device sent under a key of its own, so that the same thing sent again is answered with what it made and done once:
-- clients, who have no key like an order's cart_id. `hash` is of what was sent.
create table device_keys (
  company_id bigint not null references companies, key text not null check (length(key) between 16 and 64),
  user_id bigint not null, client_id bigint not null, hash text not null, at timestamptz not null,
  primary key (company_id, key),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, client_id) references users (company_id, id)
);
create index device_keys_of on device_keys (company_id, client_id);
select app.protect('device_keys');
