-- Prices after approval: who may not see them asks, an admin answers in one tap.
alter table companies add column price_approval boolean not null default false;
create table price_requests (
  id bigint generated always as identity, company_id bigint not null references companies,
  user_id bigint,                                        -- the client who asks; null: a visitor
  name text not null, phone text not null default '', document text not null default '', company_name text not null default '',
  asked_at timestamptz not null, answered_at timestamptz, answered_by bigint, granted boolean, client_id bigint,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, client_id) references users (company_id, id)
);
-- Asked twice it is one request.
create unique index price_requests_open on price_requests (company_id, coalesce(user_id, 0), phone) where answered_at is null;
select app.protect('price_requests');
