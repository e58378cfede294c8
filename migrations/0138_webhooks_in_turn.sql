-- Nobody's order waits for somebody's import to be told of: each transaction leaves a job of its own. And whoever has waited
-- longest for a turn is next, not who was longest without an answer, which are those that refuse.
alter table webhooks add column turn_at timestamptz;

-- As in 0108_an_order_in_fewer_statements.sql, but for the job's key.
create or replace function app.note_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare what text := tg_argv[0]; made text := tg_argv[0] || case when tg_op = 'INSERT' and tg_argv[0] = 'order' then '.created' else '.changed' end;
  company bigint; ids bigint[];
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
        where f.company_id = company and to_jsonb(f) - 'changed' is distinct from to_jsonb(b) - 'changed';
    end if;
    continue when ids is null;
    insert into webhook_deliveries (company_id, webhook_id, type, about, object_id)
      select company, w.id, made, what, o.id from webhooks w, unnest(ids) with ordinality o(id, n)
      where w.company_id = company and w.active and w.deleted_at is null and made = any (w.events) order by w.id, o.n
      -- A row that waits is held until this commits: whoever sends it reads what is written here.
      on conflict (company_id, webhook_id, about, object_id) where untried and about <> 'test' do update set occurred_at = excluded.occurred_at;
    perform graphile_worker.add_job('deliver_webhooks', json_build_object('company_id', company),
      queue_name => 'webhooks', job_key => 'deliver_webhooks-' || pg_current_xact_id(), max_attempts => 12);
  end loop;
  return null;
end $$;

-- As in 0100_webhooks.sql, but for the order.
create or replace function app.due_webhooks(p_now timestamptz, p_limit int) returns table (company_id bigint, id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app.is_operator() then raise exception 'app.due_webhooks is the platform''s'; end if;
  return query select w.company_id, w.id from webhooks w join companies c on c.id = w.company_id
    where w.active and w.deleted_at is null and c.deleted_at is null and (w.rests_until is null or w.rests_until <= p_now)
      and exists (select 1 from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id
        and d.status = 'fila' and (d.next_at is null or d.next_at <= p_now))
    order by w.turn_at nulls first limit p_limit;
end $$;
