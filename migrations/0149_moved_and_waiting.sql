-- A product that moves from one feed to another stays on sale: the first one knows that another brings it.
alter table feed_products add column brings boolean not null default true;
update feed_products set brings = false where retired;
-- What one feed took off although another brings it: that one is read whole once more, and puts it back.
update feeds f set etag = '', last_modified = '', hash = '' where exists (select 1 from feed_products x
  join feed_products y on y.company_id = x.company_id and y.product_id = x.product_id and y.retired
  where x.company_id = f.company_id and x.feed_id = f.id and x.brings);

-- As in 0138_webhooks_in_turn.sql: a message that waits for an earlier one of the same order or product is not due, as nobody
-- may take it.
create or replace function app.due_webhooks(p_now timestamptz, p_limit int) returns table (company_id bigint, id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app.is_operator() then raise exception 'app.due_webhooks is the platform''s'; end if;
  return query select w.company_id, w.id from webhooks w join companies c on c.id = w.company_id
    where w.active and w.deleted_at is null and c.deleted_at is null and (w.rests_until is null or w.rests_until <= p_now)
      and exists (select 1 from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id
        and d.status = 'fila' and (d.next_at is null or d.next_at <= p_now)
        and not exists (select 1 from webhook_deliveries e where e.company_id = d.company_id and e.webhook_id = d.webhook_id
          and e.about = d.about and e.object_id = d.object_id and e.status = 'fila' and e.id < d.id and d.about <> 'test'))
    order by w.turn_at nulls first limit p_limit;
end $$;
