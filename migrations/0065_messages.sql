-- What the company and its clients write to each other: about an order, or to a client apart from any order. Beside each
-- conversation stands what was said last and how far the client has read, so that nobody counts messages to find them.
create table conversations (
  id bigint generated always as identity, company_id bigint not null references companies,
  order_id bigint, client_id bigint,
  last_id bigint not null default 0,        -- the newest message; 0: none
  asked_id bigint not null default 0,       -- the client's newest
  answered_id bigint not null default 0,    -- the company's newest: what was asked before it is answered
  seen_id bigint not null default 0,        -- how far the client has read
  primary key (company_id, id), unique (company_id, order_id), unique (company_id, client_id),
  check (num_nonnulls(order_id, client_id) = 1),
  foreign key (company_id, order_id) references orders (company_id, id) on delete cascade,
  foreign key (company_id, client_id) references users (company_id, id)
);
create index conversations_newest on conversations (company_id, last_id desc) where last_id > 0;
create index conversations_asking on conversations (company_id) where asked_id > answered_id;
select app.protect('conversations');

create table messages (
  id bigint generated always as identity, company_id bigint not null references companies,
  conversation_id bigint not null,
  key text not null,                        -- drawn by whoever writes: sent again it is the same message
  at timestamptz not null, ours boolean not null, user_id bigint, who text not null,
  client_id bigint,                         -- the card it was written to, where there is no order: what was merged comes apart again
  text text not null default '' check (length(text) <= 4000), photo text not null default '',
  primary key (company_id, id), unique (company_id, key),
  check (text <> '' or photo <> ''),
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, client_id) references users (company_id, id)
);
create index messages_of on messages (company_id, conversation_id, id desc);
create index messages_with_photo on messages (company_id, photo) where photo <> '';
select app.protect('messages');

-- How far each of the company's people has read.
create table message_reads (
  company_id bigint not null references companies, user_id bigint not null, conversation_id bigint not null,
  read_id bigint not null,
  primary key (company_id, user_id, conversation_id),
  foreign key (company_id, user_id) references users (company_id, id),
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade
);
select app.protect('message_reads');

-- Words that are sent again and again: the company's (user_id null), or one seller's own.
create table message_templates (
  id bigint generated always as identity, company_id bigint not null references companies,
  user_id bigint, name text not null, text text not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id)
);
select app.protect('message_templates');

-- What stands beside a conversation, counted anew from its messages.
create function app.settle_conversation(p_company bigint, p_id bigint) returns void
language sql as $$
  update conversations c set last_id = m.last_id, asked_id = m.asked_id, answered_id = m.answered_id
  from (select coalesce(max(id), 0) as last_id, coalesce(max(id) filter (where not ours), 0) as asked_id,
      coalesce(max(id) filter (where ours), 0) as answered_id
    from messages where company_id = p_company and conversation_id = p_id) m
  where c.company_id = p_company and c.id = p_id
$$;

-- Two cards of one client that became one have one conversation; taken apart, each has its own words again. No way of
-- merging forgets it.
create function app.merge_messages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare stays bigint; source bigint; goal bigint;
begin
  stays := app.surviving_client(new.id);
  select id into source from conversations where company_id = new.company_id
    and client_id = case when new.merged_into is null then app.surviving_client(old.merged_into) else new.id end;
  if source is null then return null; end if;
  insert into conversations (company_id, client_id) values (new.company_id, stays) on conflict (company_id, client_id) do nothing;
  select id into goal from conversations where company_id = new.company_id and client_id = stays;
  if goal = source then return null; end if;
  perform 1 from conversations where company_id = new.company_id and id in (source, goal) order by id for update;
  update messages set conversation_id = goal
    where company_id = new.company_id and conversation_id = source and app.surviving_client(client_id) = stays;
  perform app.settle_conversation(new.company_id, source), app.settle_conversation(new.company_id, goal);
  return null;
end $$;
create trigger merge_messages after update of merged_into on users for each row
  when (old.merged_into is distinct from new.merged_into and new.company_id is not null) execute function app.merge_messages();
grant execute on all functions in schema app to mostruario_app;
