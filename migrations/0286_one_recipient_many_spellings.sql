-- Limits of mails count a mailbox, not a spelling of it (decision 0118).
-- The Unicode form of a label that begins with "xn--" (RFC 3492); the label itself where it is no such form.
create function app.punycode_text(p_label text) returns text language plpgsql immutable set search_path = public, pg_temp as $$
declare
  code text := substr(p_label, 5); cut int := length(code) - coalesce(nullif(strpos(reverse(code), '-'), 0) - 1, length(code));
  basic int[]; n int := 128; i int := 0; bias int := 72; at int; was int; w int; k int; digit int; threshold int; size int; delta int;
begin
  if p_label !~ '^xn--[a-z0-9-]{1,59}$' then return p_label; end if;
  select coalesce(array_agg(ascii(c) order by o), '{}') into basic
    from regexp_split_to_table(left(code, greatest(cut - 1, 0)), '') with ordinality x(c, o) where c <> '';
  at := cut + 1;
  while at <= length(code) loop
    was := i; w := 1; k := 36;
    loop
      if at > length(code) then return p_label; end if;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(code, at, 1)) - 1;
      if digit < 0 then return p_label; end if;
      at := at + 1;
      i := i + digit * w;
      threshold := least(greatest(k - bias, 1), 26);
      exit when digit < threshold;
      w := w * (36 - threshold);
      k := k + 36;
    end loop;
    size := coalesce(array_length(basic, 1), 0) + 1;
    delta := case when was = 0 then (i - was) / 700 else (i - was) / 2 end;
    delta := delta + delta / size;
    k := 0;
    while delta > 455 loop
      delta := delta / 35;
      k := k + 36;
    end loop;
    bias := k + 36 * delta / (delta + 38);
    n := n + i / size;
    i := i % size;
    if n > 1114111 or n between 55296 and 57343 then return p_label; end if;
    basic := basic[:i] || n || basic[i + 1:];
    i := i + 1;
  end loop;
  return coalesce((select string_agg(chr(c), '' order by o) from unnest(basic) with ordinality x(c, o)), p_label);
exception when data_exception then return p_label;
end $$;

-- The form under which an address is counted: lower case, NFKC without invisible characters, no name around it, no quotes or
-- comments, nothing from "+" on, no dots at Gmail, its domain in Unicode.
create function app.counted_address(p_address text) returns text language plpgsql immutable set search_path = public, pg_temp as $$
declare whole text; box text; host text; short text;
begin
  whole := lower(normalize(regexp_replace(p_address, '[\u00ad\u034f\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'), nfkc));
  whole := translate(normalize(whole, nfkc), '。', '.');
  whole := regexp_replace(coalesce(substring(whole from '<([^<>]*@[^<>]*)>'), whole), '\s|\([^()]*\)|["\\]', '', 'g');
  box := regexp_replace(whole, '@[^@]*$', '');
  host := rtrim(substring(whole from '@([^@]*)$'), '.');
  if host is null then return whole; end if;
  select string_agg(lower(normalize(app.punycode_text(label), nfkc)), '.' order by o) into host
    from regexp_split_to_table(host, '\.') with ordinality x(label, o);
  if host = 'googlemail.com' then host := 'gmail.com'; end if;
  short := regexp_replace(box, '\+.*$', '');
  if host = 'gmail.com' then short := replace(short, '.', ''); end if;
  return coalesce(nullif(short, ''), box) || '@' || host;
end $$;

-- As in 0271_mail_limits.sql; where bills were settled without money, age alone gives nothing.
create or replace function app.mail_allowance(p_company bigint, p_now timestamptz, p_limits jsonb, out per_day int, out per_recipient int)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(c.mails_per_day, least((p_limits->>(case when c.trial then 'trial_day' else 'day' end))::bigint * g.times, 1000000)::int),
    coalesce(c.mails_per_recipient, least((p_limits->>(case when c.trial then 'trial_recipient' else 'recipient' end))::bigint * g.times, 1000000)::int)
  from companies c, lateral (select case when not c.trial and (case
      when exists (select 1 from invoices i where i.company_id = c.id and i.status = 'paga')
        then (select min(i.paid_at) from invoices i where i.company_id = c.id and i.status = 'paga' and i.amount_cents + i.credit_cents > 0)
      else c.created_at end) <= p_now - interval '3 months' then 10 else 1 end as times) g
  where c.id = p_company $$;

-- As in 0271_mail_limits.sql, with the counted form of the address.
create or replace function app.admit_mail(p_id bigint, p_now timestamptz, p_limits jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare m mails; c companies; a record; own boolean; mark text; keys text[]; most int[]; why text := '';
begin
  select * into m from mails where id = p_id and status = 'espera' for update;
  if not found then return false; end if;
  if m.tries > 0 or m.company_id is null or m.template in ('password', 'passwords', 'email_changed', 'confirm_address') then return true; end if;
  select * into c from companies where id = m.company_id;
  own := app.is_own_address(c.id, m.recipient);
  mark := app.mark_of(app.counted_address(m.recipient), 32);
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
grant execute on all functions in schema app to mostruario_app;
