-- A personal link can be taken back without another in its place; who came in by one is told from who typed a password.
alter table users add column link_revoked_at timestamptz;
-- null: opened before this was kept; a link that is taken back ends those, too.
alter table sessions add column by_link boolean;
drop function app.open_session(bytea, bigint, text, boolean, text, timestamptz);
create function app.open_session(p_hash bytea, p_user bigint, p_kind text, p_stay boolean, p_by_link boolean, p_agent text, p_now timestamptz)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into sessions (hash, user_id, company_id, kind, stay, by_link, user_agent, created_at, last_seen)
  select p_hash, u.id, u.company_id, p_kind, p_stay, p_by_link, left(p_agent, 200), p_now, p_now from users u where u.id = p_user;
  insert into logs (company_id, at, user_id, who, action, object, object_id, name)
  select u.company_id, p_now, u.id, u.name, 'login', 'user', u.id, u.name from users u where u.id = p_user and p_kind = 'user' and u.company_id is not null
$$;
-- Ends the sessions of a client that a personal link opened; answers how many.
create function app.end_link_sessions(p_user bigint) returns int language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from sessions where company_id = app.company() and user_id = p_user and kind = 'user' and by_link is not false returning 1)
  select count(*)::int from gone
$$;
create or replace function app.find_linked_client(p_user bigint) returns table (user_id bigint, company_id bigint, link_version int)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.company_id, u.link_version from users u join users s on s.id = app.surviving_client(u.id)
  where u.id = p_user and u.level = 3 and not u.is_visitor and u.active and u.link_revoked_at is null
    and s.level = 3 and s.active and s.deleted_at is null
$$;

-- What an event of an order that is no step of its status was: said in the reader's language, not in the writer's.
alter table order_events add column kind text not null default ''
  check (kind in ('', 'itens', 'pago', 'nao_pago', 'oferta', 'renovado', 'mudancas', 'ajuste', 'renovar'));
update order_events set kind = case when reason = 'Pagamento recebido' then 'pago' when reason = 'Pagamento desmarcado' then 'nao_pago'
    when talk->>'kind' = 'oferta' and reason = 'Nova oferta' then 'oferta' when talk->>'kind' = 'oferta' and reason = 'Orçamento renovado' then 'renovado'
    when talk->>'kind' = 'aceito' then 'mudancas' when talk->>'kind' = 'renovar' then 'renovar' when talk->>'kind' = 'ajuste' then 'ajuste' else 'itens' end
  where to_status is null;
update order_events set reason = '' where kind in ('pago', 'nao_pago', 'oferta', 'renovado', 'mudancas', 'renovar');

-- What else a merge brings along, and its undoing takes back: days on which the catalogue was opened, requests for prices.
alter table client_merges add column openings jsonb not null default '[]',  -- [{"day", "at", "new"}]; new: the card that stays had none that day
  add column requests bigint[] not null default '{}';

-- A mail about a quote goes to the address that the order names, which may be another than the card's.
create or replace function app.erase_client(p_id bigint, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); touched bigint; called text := 'Cliente ' || p_id; was users; merged bigint;
begin
  select * into was from users where company_id = c and id = p_id and level = 3 for update;
  if not found then return 0; end if;
  for merged in select id from users where company_id = c and merged_into = p_id loop perform app.erase_client(merged, p_now); end loop;
  perform set_config('app.quiet', '1', true);
  update users set name = called, email = '', phone = '', document = '', company_name = '', address = '{}', client_code = '', profile_pic = '', password_hash = null,
    credit_note = '', notes = '', active = false, link_version = link_version + 1, deleted_at = coalesce(deleted_at, p_now) where company_id = c and id = p_id;
  delete from client_merges where company_id = c and (survivor_id = p_id or gone_id = p_id);
  delete from sessions where company_id = c and user_id = p_id;
  update orders set name = called, email = '', phone = '', document = '', company_name = '', address = '{}', client_code = '', description = '', additional_field = '', internal_note = '', utm = '{}'
    where company_id = c and client_id = p_id;
  get diagnostics touched = row_count;
  update order_events set who = called where company_id = c and user_id = p_id;
  update price_requests set name = called, phone = 'apagado ' || id, document = '', company_name = '' where company_id = c and (user_id = p_id or client_id = p_id);
  update logs set name = called, changes = '{}' where company_id = c and object = 'user' and object_id = p_id;
  update logs set who = called where company_id = c and user_id = p_id;
  update mails m set params = '{}', recipient = case when m.key like 'orcamento-%' or (was.email <> '' and m.recipient = was.email) then '' else m.recipient end
    where m.company_id = c and ((was.email <> '' and m.recipient = was.email) or exists (select 1 from orders o where o.company_id = c and o.client_id = p_id
      and (m.key = 'pedido-' || c || '-' || o.id or m.key like 'pedido-' || c || '-' || o.id || '-%' or m.key like 'orcamento-' || c || '-' || o.id || '-%')));
  delete from undos where company_id = c and kind = 'clients' and rows @> jsonb_build_array(jsonb_build_object('ids', jsonb_build_array(p_id)));
  perform set_config('app.quiet', '', true);
  return touched;
end $$;
-- The days that a merge brought along are kept as long as any other opening.
create or replace function app.sweep_openings(p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare many int; more int;
begin
  if not app.is_operator() then raise exception 'app.sweep_openings is the platform''s'; end if;
  delete from openings where ctid = any (array(select ctid from openings where at < p_now - interval '90 days' limit p_limit));
  get diagnostics many = row_count;
  delete from put_offs where ctid = any (array(select ctid from put_offs where until < (p_now - interval '2 days')::date limit p_limit));
  get diagnostics more = row_count;
  update client_merges set openings = '[]' where openings <> '[]' and at < p_now - interval '90 days';
  return greatest(many, more);
end $$;
grant execute on all functions in schema app to mostruario_app;
