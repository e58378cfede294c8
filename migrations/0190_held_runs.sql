-- What a run reads waits in sync_pages until the whole walk has been read: a run that would take price, stock or visibility
-- from too many products is held, writes nothing and asks the admin (docs/decisions/0079-runs-that-take-too-much.md).
alter table sync_runs drop constraint sync_runs_status_check;
alter table sync_runs add constraint sync_runs_status_check
  check (status in ('andando', 'espera', 'pronto', 'falhou', 'retido', 'descartado'));
-- `losses`: what it would take, of how many products. `allowed`: products whose loss an admin allowed before.
alter table sync_runs add column losses jsonb, add column allowed int not null default 0;

create table sync_pages (
  company_id bigint not null references companies, run_id bigint not null, n int not null,
  again boolean not null, found jsonb not null,
  primary key (company_id, run_id, n),
  foreign key (company_id, run_id) references sync_runs on delete cascade
);
select app.protect('sync_pages');

-- As in 0159_a_watermark_ahead.sql. A whole walk that was held is read again after six hours, not each half hour: at some
-- ERPs it costs a call for every product.
create or replace function app.due_integrations(p_now timestamptz) returns table (company_id bigint, id bigint)
language sql security definer set search_path = public, pg_temp as $$
  select i.company_id, i.id from integrations i join companies c on c.id = i.company_id
  where i.deleted_at is null and i.active and i.problem = '' and c.deleted_at is null and not c.is_blocked
    and c.valid_until >= (p_now at time zone c.time_zone)::date
    and i.synced_at < p_now - interval '30 minutes'
    and not exists (select 1 from sync_runs r where r.company_id = i.company_id and r.integration_id = i.id
      and (r.status in ('andando', 'espera') or (r.started_at > p_now - case
          when r.status in ('retido', 'descartado') and r.mode = 'full' then interval '6 hours' else interval '30 minutes' end
        and r.started_at <= p_now)))
$$;
