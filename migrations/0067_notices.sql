-- What people are told (Avisos): written with what happened, read by each person, sent to their devices by a job. `name` is the
-- client's (`about_id`) or whoever wrote; `key` holds the same thing together: told again it is the same row, unread and counted.
create table person_notices (
  company_id bigint not null references companies, id bigint generated always as identity, user_id bigint not null,
  kind text not null check (kind in ('order', 'adjustment', 'quote', 'status', 'message', 'visit')), word text not null,
  number bigint, name text not null default '', about_id bigint, href text not null check (href like '/%' and href not like '//%'),
  key text, times int not null default 1, at timestamptz not null, read_at timestamptz,
  sent_at timestamptz,                             -- a device, or the mail, has taken it
  push_at timestamptz, mail_at timestamptz,        -- when the timed job looks at it: after quiet hours; where no device took it
  primary key (company_id, id), unique (company_id, user_id, key),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, about_id) references users (company_id, id)
);
create index person_notices_newest on person_notices (company_id, user_id, at desc, id desc);
create index person_notices_unread on person_notices (company_id, user_id) where read_at is null;
create index person_notices_about on person_notices (company_id, about_id) where about_id is not null;
create index person_notices_due on person_notices (least(push_at, mail_at)) where push_at is not null or mail_at is not null;
select app.protect('person_notices');

-- Which kinds a person has switched off, and when no device makes a sound, by the company's clock.
create table notice_settings (
  company_id bigint not null references companies, user_id bigint not null, off text[] not null default '{}',
  quiet_from text check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'), quiet_until text check (quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (company_id, user_id), check ((quiet_from is null) = (quiet_until is null)),
  foreign key (company_id, user_id) references users (company_id, id)
);
select app.protect('notice_settings');

-- A browser that takes pushes for one person. `hash` is of the address that its push service gave: one browser, one person.
-- `session` is the one that it was registered with; whoever ends that one ends this.
create table push_devices (
  company_id bigint not null references companies, id bigint generated always as identity, user_id bigint not null,
  hash bytea not null unique, endpoint text not null, p256dh text not null, auth text not null, session bytea not null,
  language text not null check (language in ('pt', 'en', 'fr')), names boolean not null default false, agent text not null default '',
  created_at timestamptz not null, seen_at timestamptz not null,
  failing_since timestamptz, rests_until timestamptz,  -- its service does not answer; until when it asked to be left alone
  primary key (company_id, id), foreign key (company_id, user_id) references users (company_id, id)
);
create index push_devices_of on push_devices (company_id, user_id);
create index push_devices_by_session on push_devices (session);
select app.protect('push_devices');

-- Tells people: [{kind, word, whom, admins, but, number, name, about, href, key, again, mail_at}]. With p_id the address and key
-- end in it. Clients are told who have come in at least once. Open screens hear of it, devices get it by a job.
create function app.tell(p_told jsonb, p_now timestamptz, p_id bigint default null, p_number bigint default null) returns void
language plpgsql as $$
declare c bigint := app.company(); e record; ids bigint[] := '{}'; people bigint[] := '{}'; some_ids bigint[]; some_people bigint[];
begin
  for e in select * from jsonb_to_recordset(p_told) as x(kind text, word text, whom bigint[], admins boolean, but bigint,
      number bigint, name text, about bigint, href text, key text, again boolean, mail_at timestamptz) loop
    with told as (
      insert into person_notices as n (company_id, user_id, kind, word, number, name, about_id, href, key, at, mail_at)
      select c, u.id, e.kind, e.word, coalesce(p_number, e.number), coalesce(e.name, ''), e.about, e.href || coalesce(p_id::text, ''),
        e.key || coalesce(p_id::text, ''), p_now, case when u.level = 2 and u.email <> '' then e.mail_at end
      from users u where u.company_id = c and u.active and u.deleted_at is null and not u.is_visitor and u.id is distinct from e.but
        and (u.id = any (e.whom) or (e.admins and u.level = 1))
        and (u.level < 3 or exists (select 1 from push_devices d where d.company_id = c and d.user_id = u.id)
          or exists (select 1 from sessions s where s.company_id = c and s.user_id = u.id))
      on conflict (company_id, user_id, key) do update set at = excluded.at, read_at = null, sent_at = null, push_at = null,
        mail_at = excluded.mail_at, name = excluded.name, word = excluded.word, href = excluded.href,
        times = case when n.read_at is null then n.times + 1 else 1 end where e.again
      returning id, user_id)
    select array_agg(id), array_agg(user_id) into some_ids, some_people from told;
    ids := ids || coalesce(some_ids, '{}');
    people := people || coalesce(some_people, '{}');
  end loop;
  if cardinality(ids) = 0 then return; end if;
  if exists (select 1 from push_devices d where d.company_id = c and d.user_id = any (people)) then
    perform app.enqueue('send_notices', jsonb_build_object('ids', ids));
  end if;
  perform pg_notify('changes', json_build_object('type', 'notice', 'company_id', c, 'users', people)::text);
end $$;

-- A browser is one person's: whoever registers it takes it over, from another company's person too. Ten for each.
create function app.keep_device(p_user bigint, p_hash bytea, p_endpoint text, p_p256dh text, p_auth text, p_session bytea, p_language text,
  p_agent text, p_now timestamptz) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare c bigint := app.company(); kept bigint;
begin
  if c is null then raise exception 'app.keep_device without a company'; end if;
  delete from push_devices where hash = p_hash and (company_id <> c or user_id <> p_user);
  insert into push_devices (company_id, user_id, hash, endpoint, p256dh, auth, session, language, agent, created_at, seen_at)
  values (c, p_user, p_hash, p_endpoint, p_p256dh, p_auth, p_session, p_language, left(p_agent, 200), p_now, p_now)
  on conflict (hash) do update set p256dh = excluded.p256dh, auth = excluded.auth, session = excluded.session, language = excluded.language,
    agent = excluded.agent, seen_at = excluded.seen_at, failing_since = null, rests_until = null
    where push_devices.company_id = c and push_devices.user_id = p_user
  returning id into kept;
  delete from push_devices where company_id = c and id = any (array(select id from push_devices
    where company_id = c and user_id = p_user order by seen_at desc, id desc offset 10));
  return kept;
end $$;

-- Signing out, or being signed out, ends the device; a session that only grew old does not: who slept is told in the morning.
create or replace function app.end_session(p_hash bytea) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from push_devices where session = p_hash;
  delete from sessions where hash = p_hash
$$;
create or replace function app.end_sessions(p_user bigint, p_except bytea) returns int
language sql security definer set search_path = public, pg_temp as $$
  delete from push_devices where user_id = p_user and session is distinct from p_except;
  with gone as (delete from sessions where user_id = p_user and hash is distinct from p_except returning 1)
  select count(*)::int from gone
$$;
create or replace function app.end_link_sessions(p_user bigint) returns int language sql security definer set search_path = public, pg_temp as $$
  delete from push_devices d where d.company_id = app.company() and d.user_id = p_user
    and not exists (select 1 from sessions s where s.hash = d.session and s.by_link is false);
  with gone as (delete from sessions where company_id = app.company() and user_id = p_user and kind = 'user' and by_link is not false returning 1)
  select count(*)::int from gone
$$;

-- Whoever is gone, or may not come in any more, is told nothing; whoever is erased is named by nothing.
create function app.forget_notices() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from person_notices where company_id = new.company_id and user_id = new.id;
    delete from notice_settings where company_id = new.company_id and user_id = new.id;
    if new.name = 'Cliente ' || new.id then
      update person_notices set name = '' where company_id = new.company_id and about_id = new.id and name <> '';
    end if;
  end if;
  delete from push_devices where company_id = new.company_id and user_id = new.id;
  return null;
end $$;
create trigger forget_notices after update of active, deleted_at, name on users for each row
  when ((not new.active or new.deleted_at is not null) and new.company_id is not null) execute function app.forget_notices();

-- For the timed job: whose quiet hours may be over, or whom no device has told.
create function app.due_notices(p_now timestamptz, p_limit int) returns table (company_id bigint, user_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app.is_operator() then raise exception 'app.due_notices is the platform''s'; end if;
  return query select distinct n.company_id, n.user_id from person_notices n
    where (n.push_at is not null or n.mail_at is not null) and least(n.push_at, n.mail_at) <= p_now limit p_limit;
end $$;
-- What the 90 days are over of, and devices that nobody has opened for 60; answers how many rows went.
create function app.sweep_notices(p_now timestamptz, p_limit int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare many int; more int;
begin
  if not app.is_operator() then raise exception 'app.sweep_notices is the platform''s'; end if;
  delete from person_notices where ctid = any (array(select ctid from person_notices where at < p_now - interval '90 days' limit p_limit));
  get diagnostics many = row_count;
  delete from push_devices where ctid = any (array(select ctid from push_devices where seen_at < p_now - interval '60 days' limit p_limit));
  get diagnostics more = row_count;
  return greatest(many, more);
end $$;
grant execute on all functions in schema app to mostruario_app;
