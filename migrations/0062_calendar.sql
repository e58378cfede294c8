-- What people write into their calendar. `starts` and `ends` are by the company's clock, so that a meeting at nine stays at nine
-- when summer time begins; `rule` is an RFC 5545 rule, `last` the last day on which it may take place.
create table events (
  company_id bigint not null references companies, id bigint generated always as identity,
  key text not null check (length(key) between 16 and 64), user_id bigint not null,
  title text not null, notes text not null default '', all_day boolean not null,
  starts timestamp not null, ends timestamp not null, rule text not null default '', last date not null,
  created_at timestamptz not null,
  primary key (company_id, id), unique (company_id, key), check (ends > starts),
  foreign key (company_id, user_id) references users (company_id, id)
);
create index events_of on events (company_id, user_id, last);
select app.protect('events');
-- One day of a series that is otherwise than the others, or not at all. null: as the series.
create table event_days (
  company_id bigint not null references companies, event_id bigint not null, day date not null,
  gone boolean not null default false, starts timestamp, ends timestamp, title text, notes text,
  primary key (company_id, event_id, day), check (ends > starts), check (gone or (starts is not null and ends is not null)),
  foreign key (company_id, event_id) references events (company_id, id) on delete cascade
);
select app.protect('event_days');

-- The address under which somebody's calendar is subscribed to: one each, known by its hash only.
create table calendar_links (
  company_id bigint not null references companies, user_id bigint not null, token_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (company_id, user_id), foreign key (company_id, user_id) references users (company_id, id)
);
select app.protect('calendar_links');
create function app.calendar_of(p_hash bytea) returns table (company_id bigint, user_id bigint, level smallint, time_zone text,
  company_name text, is_blocked boolean, valid_until date)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, u.id, u.level::smallint, c.time_zone, c.name, c.is_blocked, c.valid_until
  from calendar_links l join users u on u.company_id = l.company_id and u.id = l.user_id join companies c on c.id = l.company_id
  where l.token_hash = p_hash and u.active and u.deleted_at is null and u.level in (1, 2) and c.deleted_at is null
$$;
-- Whoever leaves takes the address along.
create function app.forget_calendar() returns trigger language plpgsql as $$
begin
  delete from calendar_links where company_id = new.company_id and user_id = new.id;
  return null;
end $$;
create trigger forget_calendar after update of deleted_at on users for each row
  when (new.deleted_at is not null and new.company_id is not null and new.level in (1, 2)) execute function app.forget_calendar();

-- Open screens of whom it concerns, and of the admins, hear that a calendar changed.
create function app.tell_calendar(p_company bigint, p_user bigint) returns void language sql as $$
  select pg_notify('changes', json_build_object('type', 'people', 'company_id', p_company, 'users', json_build_array(p_user))::text)
$$;
create function app.event_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform app.tell_calendar(old.company_id, old.user_id); end if;
  if tg_op <> 'DELETE' then perform app.tell_calendar(new.company_id, new.user_id); end if;
  return null;
end $$;
create trigger told after insert or update or delete on events for each row
  when (coalesce(current_setting('app.quiet', true), '') <> '1') execute function app.event_changed();
create function app.event_day_changed() returns trigger language plpgsql as $$
begin
  perform app.tell_calendar(e.company_id, e.user_id) from events e where e.company_id = new.company_id and e.id = new.event_id;
  return null;
end $$;
create trigger told after insert or update on event_days for each row execute function app.event_day_changed();

-- A device's key may be of something that is no client.
alter table device_keys alter client_id drop not null;

create index orders_by_delivery on orders (company_id, delivery_date) where delivery_date is not null;
create index orders_by_validity on orders (company_id, valid_until) where valid_until is not null and status = 'orcamento';
grant execute on all functions in schema app to mostruario_app;
