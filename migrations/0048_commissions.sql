-- What a seller gets of an order: percentages by company, seller, category or product, each from a day on, so that a
-- change leaves the months before as they were. null: from that day on this one has none of its own.
create table commission_rates (
  id bigint generated always as identity, company_id bigint not null references companies,
  seller_id bigint, category_id bigint, product_id bigint,   -- none of them: the company's own
  rate_bp int check (rate_bp between 0 and 10000), since date not null,
  primary key (company_id, id), check (num_nonnulls(seller_id, category_id, product_id) <= 1),
  unique nulls not distinct (company_id, seller_id, category_id, product_id, since),
  foreign key (company_id, seller_id) references users (company_id, id),
  foreign key (company_id, category_id) references categories (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id)
);
select app.protect('commission_rates');

-- What a seller is to sell in a month; it holds for the months after until another is set. 0: none from then on.
create table sales_targets (
  company_id bigint not null references companies, seller_id bigint not null, month date not null,
  cents bigint not null check (cents >= 0 and extract(day from month) = 1),
  primary key (company_id, seller_id, month), foreign key (company_id, seller_id) references users (company_id, id)
);
select app.protect('sales_targets');

-- Whether an order's money has come, as the admin says it: payment_status 'pago', and when.
alter table orders add column paid_at timestamptz,
  add constraint payment_is_dated check ((payment_status = 'pago') = (paid_at is not null));
