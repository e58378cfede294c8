-- As in 0138_webhooks_in_turn.sql: that an order's mail has left is no change of the order, and each company that a transaction
-- writes of has a job of its own.
create or replace function app.note_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare what text := tg_argv[0]; made text := tg_argv[0] || case when tg_op = 'INSERT' and tg_argv[0] = 'order' then '.created' else '.changed' end;
  company bigint; ids bigint[]; unseen text[] := '{changed, mailed_at}';
begin
  if not exists (select 1 from webhooks w where w.active and w.deleted_at is null and made = any (w.events)
      and w.company_id in (select f.company_id from fresh f)) then
    return null;
  end if;
  for company in select distinct w.company_id from webhooks w
      where w.active and w.deleted_at is null and made = any (w.events) and w.company_id in (select f.company_id from fresh f) loop
    if tg_op = 'INSERT' or what = 'product' then
      select array_agg(f.id order by f.id) into ids from fresh f
        where f.company_id = company and (what = 'product' or to_jsonb(f)->>'origin' is distinct from 'historico');
    else
      select array_agg(f.id order by f.id) into ids from fresh f join before b on b.company_id = f.company_id and b.id = f.id
        where f.company_id = company and to_jsonb(f) - unseen is distinct from to_jsonb(b) - unseen;
    end if;
    continue when ids is null;
    insert into webhook_deliveries (company_id, webhook_id, type, about, object_id)
      select company, w.id, made, what, o.id from webhooks w, unnest(ids) with ordinality o(id, n)
      where w.company_id = company and w.active and w.deleted_at is null and made = any (w.events) order by w.id, o.n
      -- A row that waits is held until this commits: whoever sends it reads what is written here.
      on conflict (company_id, webhook_id, about, object_id) where untried and about <> 'test' do update set occurred_at = excluded.occurred_at;
    perform graphile_worker.add_job('deliver_webhooks', json_build_object('company_id', company),
      queue_name => 'webhooks', job_key => 'deliver_webhooks-' || company || '-' || pg_current_xact_id(), max_attempts => 12);
  end loop;
  return null;
end $$;
