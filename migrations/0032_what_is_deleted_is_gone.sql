-- What was deleted is gone: files before rows, a big company in pieces, and a sweep of what nobody needs any more.
create index files_of_content on files (hash);

-- A file on disk is placed and swept under a lock of its content's name: uploads share it, a sweep has it for itself.
create function app.keep_file(p_name text) returns void language sql as $$ select pg_advisory_xact_lock_shared(1718185061, hashtext(p_name)) $$;
-- Whether a picture or a PDF has a row, of another company than `p_but`.
create function app.has_row(p_name text, p_but bigint) returns boolean language sql stable as $$
  select exists (select 1 from files f where f.hash = p_name and f.company_id is distinct from p_but)
    or exists (select 1 from catalogs c where c.token = p_name and c.company_id is distinct from p_but)
$$;
-- Which of these files nobody needs: no picture, PDF, copy in an order, nor a change that can still be taken back; what the
-- company `p_but` needs does not count. Nobody begins to use one until the transaction ends.
create function app.unused_files(p_names text[], p_now timestamptz, p_but bigint default null) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare loose text[] := array(select n from unnest(p_names) n where not app.has_row(n, p_but)); copied text[];
begin
  if not app.is_operator() then raise exception 'app.unused_files is the platform''s'; end if;
  if loose = '{}' then return; end if;
  perform pg_advisory_xact_lock(1718185061, h) from (select distinct hashtext(n) as h from unnest(loose) n order by 1) every_name;
  copied := array(select substring(l.photo from '[0-9a-f]{32}') from order_lines l
    where l.photo = any (array(select '/files/' || n || '.webp' from unnest(loose) n)) and l.company_id is distinct from p_but);
  return query select n from unnest(loose) n where not app.has_row(n, p_but) and n <> all (copied)
    and not exists (select 1 from undos u where u.used_at is null and u.expires_at > p_now and u.rows::text like '%' || n || '%' and u.company_id is distinct from p_but);
end $$;

-- Whether a company was deleted more than 30 days ago and is not erased yet; until the transaction ends nobody brings it back.
create function app.is_gone(p_id bigint, p_now timestamptz) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.is_gone is the platform''s'; end if;
  perform 1 from companies where id = p_id and deleted_at < p_now - interval '30 days' and purged_at is null for update;
  return found;
end $$;
-- What a company that is gone has on disk: pictures by content and PDFs by token, mails by key.
create function app.files_of_gone(p_id bigint, p_now timestamptz, out files text[], out mails text[])
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_gone(p_id, p_now) then return; end if;
  files := array(select f.hash from files f where f.company_id = p_id union select c.token from catalogs c where c.company_id = p_id
    union select substring(l.photo from '^/files/([0-9a-f]{32})\.webp$') from order_lines l where l.company_id = p_id and l.photo like '/files/%');
  mails := array(select m.key from mails m where m.company_id = p_id);
end $$;
-- What names the people of a company that is gone elsewhere than in its own rows.
create function app.purge_traces(p_id bigint, p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_gone(p_id, p_now) then return; end if;
  delete from rate_hits r using users u where u.company_id = p_id and u.email <> '' and position(lower(u.email) in lower(r.key)) > 0;
  delete from mails m using users u where m.company_id is null and u.company_id = p_id and u.email <> '' and lower(m.recipient) = lower(u.email);
  perform graphile_worker.complete_jobs(array(select j.id from graphile_worker._private_jobs j where j.payload->>'company_id' = p_id::text));
  update platform_log set name = '', changes = '{}' where about_company = p_id;
end $$;
-- Deletes up to `p_limit` rows of a company that is gone, table by table as their keys allow; 0 when none is left. Invoices
-- and who paid them stay for the books.
create function app.purge_rows(p_id bigint, p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare tbl text; many int; refused text; keep text[] := array['subscriptions', 'invoices', 'notices'];
begin
  if not app.is_gone(p_id, p_now) then return 0; end if;
  perform set_config('app.quiet', '1', true);
  update companies set public_user = null where id = p_id and public_user is not null;
  update users set seller_id = null, successor_id = null where company_id = p_id and (seller_id is not null or successor_id is not null);
  update categories set master_id = null where company_id = p_id and master_id is not null;
  for tbl in select c.table_name from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relkind = 'r'
      where c.table_schema = 'public' and c.column_name = 'company_id' and c.table_name <> all (keep) order by 1 loop
    begin
      execute format('delete from %I where ctid = any (array(select ctid from %1$I where company_id = $1 limit $2))', tbl) using p_id, p_limit;
      get diagnostics many = row_count;
      if many > 0 then return many; end if;
    exception when foreign_key_violation then refused := tbl;
    end;
  end loop;
  if refused is not null then raise exception 'app.purge_rows: % keeps rows of %', refused, p_id; end if;
  return 0;
end $$;
-- The end: the address stays taken and the books stay right, everything else of the company's own row is as of a new one.
drop function app.purge_company(bigint, timestamptz);
create function app.purge_company(p_id bigint, p_now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.is_gone(p_id, p_now) then return; end if;
  perform set_config('app.quiet', '1', true);
  update subscriptions set billing_email = '', phone = '', tracking = '{}', cancel_reason = '', deactivate = '{}' where company_id = p_id;
  execute (select format('update companies set name = %L, purged_at = %L, %s where id = %s', 'Empresa ' || p_id, p_now, string_agg(format('%I = default', column_name), ', '), p_id)
    from information_schema.columns where table_schema = 'public' and table_name = 'companies'
      and data_type in ('text', 'jsonb', 'ARRAY', 'double precision', 'numeric') and column_name <> all (array['path', 'name']));
end $$;

-- Deletes up to `p_limit` of each kind of row whose time is over; answers how many of which.
create function app.sweep_rows(p_now timestamptz, p_limit int, out sessions int, out tokens int, out hits int, out undos int, out jobs int)
language plpgsql security definer set search_path = public, pg_temp as $$
declare dead bigint[];
begin
  if not app.is_operator() then raise exception 'app.sweep_rows is the platform''s'; end if;
  -- As in app.find_session: idle, too old, or ended by itself.
  delete from public.sessions where hash = any (array(select s.hash from public.sessions s join users u on u.id = s.user_id
    where s.expires_at < p_now or s.last_seen < p_now - (case when s.kind = 'public' or u.level <= 1 or not s.stay then interval '12 hours' else interval '30 days' end)
      or s.created_at < p_now - (case when u.level <= 1 then interval '7 days' else interval '90 days' end) limit p_limit));
  get diagnostics sessions = row_count;
  delete from password_tokens where hash = any (array(select hash from password_tokens where expires_at <= p_now limit p_limit));
  get diagnostics tokens = row_count;
  delete from rate_hits where key = any (array(select key from rate_hits where resets_at <= p_now limit p_limit));
  get diagnostics hits = row_count;
  delete from public.undos where ctid = any (array(select ctid from public.undos where used_at is not null or expires_at <= p_now limit p_limit));
  get diagnostics undos = row_count;
  -- Work that failed for good and that nobody looked at for 30 days.
  dead := array(select id from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null and run_at < p_now - interval '30 days' limit p_limit);
  perform graphile_worker.complete_jobs(dead);
  jobs := cardinality(dead);
end $$;

grant execute on all functions in schema app to mostruario_app;
