-- Mails have limits (decision 0104): what is above waits (`segurada`) until it is joined with others into one mail (`juntada`) or
-- there is room again. Why it waits: a limit, the operator's stop, or the confirmation of its address.
alter table mails drop constraint mails_status_check, add constraint mails_status_known
  check (status in ('espera', 'enviada', 'devolvida', 'segurada', 'juntada')) not valid;
alter table mails add column held_for text not null default '' check (held_for in ('', 'limite', 'parada', 'confirmacao')),
  add column held_at timestamptz;
create index mails_held on mails (company_id, recipient, id) where status = 'segurada';

-- What an operator sets for one company; null: as age and payment give it.
alter table companies add column mails_per_day int check (mails_per_day between 0 and 1000000),
  add column mails_per_recipient int check (mails_per_recipient between 0 and 1000000),
  add column mails_stopped boolean not null default false;

-- Addresses that a company gave and that were asked, by a link, whether they want its mails. The link's token is kept as a hash.
create table company_addresses (
  company_id bigint not null references companies, address text not null check (address = lower(address)),
  asked_at timestamptz, token bytea, expires_at timestamptz, confirmed_at timestamptz,
  primary key (company_id, address)
);
create index company_addresses_by_token on company_addresses (token) where token is not null;
select app.protect('company_addresses', 'company_id', true);

-- The addresses that are there work as before.
insert into company_addresses (company_id, address, confirmed_at)
  select c.id, lower(trim(a)), now() from companies c, unnest(string_to_array(c.orders_email, ',')) a where trim(a) <> ''
  union select s.company_id, lower(s.billing_email), now() from subscriptions s where s.billing_email <> ''
  union select u.company_id, lower(u.email), now() from users u where u.company_id is not null and u.level in (1, 2) and u.email <> ''
    and u.deleted_at is null
  on conflict do nothing;

-- Whether an address is one that the company may write to as to itself: confirmed, or of a company that has paid its own.
create function app.is_own_address(p_company bigint, p_address text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from company_addresses a where a.company_id = p_company and a.address = lower(p_address)
      and a.confirmed_at is not null)
    or exists (select 1 from users u join companies c on c.id = u.company_id where u.company_id = p_company and u.level in (1, 2)
      and lower(u.email) = lower(p_address) and u.deleted_at is null and (u.email_confirmed_at is not null or not c.trial))
    or exists (select 1 from companies c where c.id = p_company and not c.trial and (
      lower(p_address) = any (string_to_array(replace(lower(c.orders_email), ' ', ''), ','))
      or exists (select 1 from subscriptions s where s.company_id = c.id and s.status in ('ativa', 'atrasada')
        and lower(s.billing_email) = lower(p_address)))) $$;

-- What a company may send: ten times as much when it has paid for three months.
create function app.mail_allowance(p_company bigint, p_now timestamptz, p_limits jsonb, out per_day int, out per_recipient int)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(c.mails_per_day, least((p_limits->>(case when c.trial then 'trial_day' else 'day' end))::bigint * g.times, 1000000)::int),
    coalesce(c.mails_per_recipient, least((p_limits->>(case when c.trial then 'trial_recipient' else 'recipient' end))::bigint * g.times, 1000000)::int)
  from companies c, lateral (select case when not c.trial and coalesce((select min(i.paid_at) from invoices i
    where i.company_id = c.id and i.status = 'paga' and i.amount_cents > 0), c.created_at) <= p_now - interval '3 months'
    then 10 else 1 end as times) g
  where c.id = p_company $$;

-- Counts a mail before its first try; false when it waits. Its company's own addresses have the company's limit each. All
-- others have one by recipient, and share the company's; of a company that has not paid, one of the platform as well.
-- Counters are locked in this order, the company's last.
create function app.admit_mail(p_id bigint, p_now timestamptz, p_limits jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare m mails; c companies; a record; own boolean; mark text; keys text[]; most int[]; why text := '';
begin
  select * into m from mails where id = p_id and status = 'espera' for update;
  if not found then return false; end if;
  if m.tries > 0 or m.company_id is null or m.template in ('password', 'passwords', 'email_changed', 'confirm_address') then return true; end if;
  select * into c from companies where id = m.company_id;
  own := app.is_own_address(c.id, m.recipient);
  mark := app.mark_of(lower(m.recipient), 32);
  if c.mails_stopped then why := 'parada';
  elsif m.template = 'invoice' and not own then why := 'confirmacao';
  elsif m.template = 'joined' and own then return true;
  else
    select * into a from app.mail_allowance(c.id, p_now, p_limits);
    if own then
      keys := array['mail-own:' || c.id || ':' || mark];
      most := array[a.per_day];
    else
      keys := array['mail-to:' || c.id || ':' || mark, 'mail-by:' || c.id];
      most := array[a.per_recipient, a.per_day];
      if c.trial then
        keys := array[keys[1], 'mail-stranger:' || mark, keys[2]];
        most := array[most[1], (p_limits->>'stranger')::int, most[2]];
      end if;
    end if;
    if app.hit(keys, most, array_fill(86400, array[array_length(keys, 1)]), p_now) > 0 then
      perform app.give_back_hits(keys);
      why := 'limite';
    end if;
  end if;
  if why = '' then return true; end if;
  update mails set status = 'segurada', held_for = why, held_at = p_now where id = p_id;
  return false;
end $$;

-- Who has mails that wait and may be tried again: own addresses at once, the others an hour after the last try.
create function app.due_held_mails(p_now timestamptz) returns table (company_id bigint, recipient text, own boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app.is_operator() then raise exception 'app.due_held_mails is the platform''s'; end if;
  update mails m set status = 'devolvida', note = 'Limite de e-mails por dia.'
    where m.status = 'segurada' and m.held_for <> 'confirmacao' and m.created_at < p_now - interval '7 days';
  return query select h.company_id, h.recipient, h.own from (
    select m.company_id, m.recipient, min(m.held_at) as since, app.is_own_address(m.company_id, m.recipient) as own
    from mails m join companies c on c.id = m.company_id
    where m.status = 'segurada' and m.held_for <> 'confirmacao' and m.recipient <> '' and not c.mails_stopped
      and c.deleted_at is null
    group by m.company_id, m.recipient) h
  where h.own or h.since <= p_now - interval '1 hour'
  order by h.since limit 1000;
end $$;
-- A mail that waited is on its way again.
create function app.release_mail(p_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare its bigint;
begin
  update mails set status = 'espera', held_for = '' where id = p_id and status = 'segurada'
    and (company_id = app.company() or app.is_operator()) returning company_id into its;
  if found then perform app.send_mail(p_id, its); end if;
end $$;

-- Uses a link once and sends the bill that waited for it. Returns the company and the address.
create function app.confirm_address(p_token bytea, p_now timestamptz, out company text, out address text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare a company_addresses; held record;
begin
  update company_addresses x set confirmed_at = p_now, token = null, expires_at = null
    where x.token = p_token and x.expires_at > p_now returning * into a;
  if not found then return; end if;
  update users u set email_confirmed_at = p_now where u.company_id = a.company_id and lower(u.email) = a.address
    and u.email_confirmed_at is null and u.deleted_at is null and u.level in (1, 2);
  for held in select m.id from mails m where m.company_id = a.company_id and lower(m.recipient) = a.address and m.status = 'segurada'
      and m.held_for = 'confirmacao' for update loop
    update mails set status = 'espera', held_for = '' where id = held.id;
    perform app.send_mail(held.id, a.company_id);
  end loop;
  select c.name, a.address into company, address from companies c where c.id = a.company_id;
end $$;
-- As in 0270_mails_side_by_side.sql, with the link that confirms an address.
create or replace function app.send_mail(p_id bigint, p_company bigint) returns void language sql as $$
  select graphile_worker.add_job('send_mail', app.job_payload(jsonb_build_object('mail_id', p_id), p_company),
    job_key => 'mail-' || p_id, max_attempts => 25,
    priority => case when m.template in ('password', 'passwords', 'email_changed', 'confirm_address') then -1
      else (select count(*)::int from (select 1 from mails w
        where w.company_id = p_company and w.status = 'espera' and w.tries = 0 and w.id <> p_id limit 200) waiting) end,
    flags => array['company-' || coalesce(p_company, 0), 'domain-' || lower(split_part(m.recipient, '@', 2))])
  from mails m where m.id = p_id $$;
grant execute on all functions in schema app to mostruario_app;
