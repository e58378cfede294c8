-- Confirmed orders go to the ERP of a link that asks for them: each once, by a key of our own, found again when an answer
-- is lost. What an admin must choose for it (account, category, seller there) stands in the link's settings.
alter table integrations add column settings jsonb not null default '{}';

create table erp_orders (
  company_id bigint not null references companies, order_id bigint not null, integration_id bigint not null,
  own_key text not null,
  -- incerto: sent, and no answer that says whether it arrived; parado: somebody must look.
  status text not null default 'fila' check (status in ('fila', 'enviando', 'incerto', 'enviado', 'recusado', 'parado')),
  external_id text not null default '', external_number text not null default '', message text not null default '',
  rounds int not null default 0, lease text not null default '', heartbeat_at timestamptz, resume_at timestamptz, sent_at timestamptz,
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references orders (company_id, id) on delete cascade,
  foreign key (company_id, integration_id) references integrations
);
create index erp_orders_open on erp_orders (company_id, integration_id) where status not in ('enviado');
select app.protect('erp_orders');

create function app.queue_erp_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare link bigint;
begin
  select i.id into link from integrations i
  where i.company_id = new.company_id and i.active and i.deleted_at is null and i.send_order_to_integration order by i.id limit 1;
  if link is null then return null; end if;
  -- One that was refused before it was sent is tried anew; one that is there stays.
  insert into erp_orders (company_id, order_id, integration_id, own_key) values (new.company_id, new.id, link, 'MST-' || new.id)
  on conflict (company_id, order_id) do update set status = 'fila', integration_id = excluded.integration_id, message = '', rounds = 0, resume_at = null
    where erp_orders.status = 'recusado';
  if not found then return null; end if;
  update orders set erp_status = 'na_fila' where company_id = new.company_id and id = new.id;
  perform graphile_worker.add_job('erp_order', json_build_object('order', new.id, 'company_id', new.company_id), queue_name => 'erp', max_attempts => 12);
  return null;
end $$;
create trigger to_erp after update of status on orders for each row
  when (new.status = 'confirmado' and old.status <> 'confirmado' and new.origin <> 'historico') execute function app.queue_erp_order();

-- Orders that wait no longer, or whose server died while it sent them.
create function app.stalled_erp_orders(p_now timestamptz) returns table (company_id bigint, order_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  select e.company_id, e.order_id from erp_orders e join integrations i on i.company_id = e.company_id and i.id = e.integration_id
  where i.deleted_at is null and i.active and i.problem = ''
    and ((e.status in ('fila', 'incerto') and e.resume_at <= p_now) or (e.status = 'enviando' and e.heartbeat_at < p_now - interval '5 minutes'))
$$;
grant execute on all functions in schema app to mostruario_app;
