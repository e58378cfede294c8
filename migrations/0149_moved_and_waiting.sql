-- A product that moves from one feed to another stays on sale: the first one knows that another brings it.
alter table feed_products add column brings boolean not null default true;
update feed_products set brings = false where retired;
-- What one feed took off although another brings it: that one is read whole once more, and puts it back.
update feeds f set etag = '', last_modified = '', hash = '' where exists (select 1 from feed_products x
  join feed_products y on y.company_id = x.company_id and y.product_id = x.product_id and y.retired
  where x.company_id = f.company_id and x.feed_id = f.id and x.brings);
