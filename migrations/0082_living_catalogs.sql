-- A PDF catalogue knows what it was made of (the same again is not drawn twice), which prices it said (`said`: product,
-- name, code, variation, cents or null), whom it was made for, in how many files it came and how it was opened. Its
-- files go after 30 days or when the company keeps too many (`files` 0); what it said stays a year for its QR code.
alter table catalogs add fingerprint text not null default '', add said jsonb not null default '[]',
  add client text not null default '', add files int not null default 1, add visits int not null default 0,
  add opened_at timestamptz, add why text not null default '', add seen_at timestamptz;
create index catalogs_same on catalogs (company_id, created_by, fingerprint) where status <> 'falhou';

drop function app.open_catalog(text, timestamptz);
-- The only ways from a shared link to its PDF and to the page behind its QR code; both count who came.
create function app.open_catalog(p_token text, p_counts boolean, p_now timestamptz)
returns table (title text, files int, company_id bigint)
language sql security definer set search_path = public, pg_temp as $$
  update catalogs c set opened = opened + p_counts::int, opened_at = case when p_counts then p_now else opened_at end from companies o
  where c.token = p_token and c.status = 'pronto' and c.files > 0 and c.expires_at > p_now and o.id = c.company_id and o.deleted_at is null and not o.is_blocked
  returning c.title, c.files, c.company_id
$$;
create function app.find_catalog(p_token text, p_counts boolean) returns table (company_id bigint, id bigint)
language sql security definer set search_path = public, pg_temp as $$
  update catalogs c set visits = visits + p_counts::int from companies o
  where c.token = p_token and o.id = c.company_id and o.deleted_at is null and not o.is_blocked
  returning c.company_id, c.id
$$;
-- PDFs whose time is over: their tokens are answered so that the files go; after a year what they said goes as well.
create or replace function app.expire_catalogs(p_now timestamptz) returns setof text
language sql security definer set search_path = public, pg_temp as $$
  delete from catalogs where created_at <= p_now - interval '1 year' and files = 0;
  update catalogs set files = 0 where expires_at <= p_now and files > 0 returning token
$$;
create or replace function app.has_row(p_name text, p_but bigint) returns boolean language sql stable as $$
  select exists (select 1 from files f where f.hash = p_name and f.company_id is distinct from p_but)
    or exists (select 1 from catalogs c where c.token = p_name and c.files > 0 and c.company_id is distinct from p_but)
$$;
grant execute on all functions in schema app to mostruario_app;
