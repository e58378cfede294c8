-- A confirmation can be taken back for a moment: what tells of it reaches devices when that moment is over (`hold`, in
-- seconds), and what is taken back meanwhile is told to nobody.
create function app.enqueue_after(task text, payload jsonb, seconds int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.company() is null then raise exception 'app.enqueue_after without a company'; end if;
  perform graphile_worker.add_job(task, (payload || jsonb_build_object('company_id', app.company()))::json,
    run_at => now() + make_interval(secs => seconds), max_attempts => 12);
end $$;

create or replace function app.tell(p_told jsonb, p_now timestamptz, p_id bigint default null, p_number bigint default null) returns void
language plpgsql as $$
declare c bigint := app.company(); e record; ids bigint[] := '{}'; people bigint[] := '{}'; some_ids bigint[]; some_people bigint[];
  held bigint[] := '{}'; wait int := 0;
begin
  for e in select * from jsonb_to_recordset(p_told) as x(kind text, word text, whom bigint[], admins boolean, but bigint,
      number bigint, name text, about bigint, href text, key text, again boolean, mail_at timestamptz, hold int) loop
    with told as (
      insert into person_notices as n (company_id, user_id, kind, word, number, name, about_id, href, key, at, mail_at)
      select c, u.id, e.kind, e.word, coalesce(p_number, e.number), coalesce(e.name, ''), e.about, e.href || coalesce(p_id::text, ''),
        e.key || coalesce(p_id::text, ''), p_now, case when u.level = 2 and u.email <> '' then e.mail_at end
      from users u where u.company_id = c and u.active and u.deleted_at is null and not u.is_visitor and u.id is distinct from e.but
        and u.id in (select unnest(e.whom) union select x.id from users x where e.admins and x.company_id = c and x.level = 1)
        and (u.level < 3 or exists (select 1 from push_devices d where d.company_id = c and d.user_id = u.id)
          or exists (select 1 from sessions s where s.company_id = c and s.user_id = u.id))
      on conflict (company_id, user_id, key) do update set at = excluded.at, read_at = null, sent_at = null, push_at = null,
        mail_at = excluded.mail_at, name = excluded.name, word = excluded.word, href = excluded.href,
        times = case when n.read_at is null then n.times + 1 else 1 end where e.again
      returning id, user_id)
    select array_agg(id), array_agg(user_id) into some_ids, some_people from told;
    if e.hold > 0 then
      held := held || coalesce(some_ids, '{}');
      wait := greatest(wait, e.hold);
    else
      ids := ids || coalesce(some_ids, '{}');
    end if;
    people := people || coalesce(some_people, '{}');
  end loop;
  if cardinality(people) = 0 then return; end if;
  if exists (select 1 from push_devices d where d.company_id = c and d.user_id = any (people)) then
    if cardinality(ids) > 0 then perform app.enqueue('send_notices', jsonb_build_object('ids', ids)); end if;
    if cardinality(held) > 0 then perform app.enqueue_after('send_notices', jsonb_build_object('ids', held), wait); end if;
  end if;
  perform pg_notify('changes', json_build_object('type', 'notice', 'company_id', c, 'users', people)::text);
end $$;
grant execute on all functions in schema app to mostruario_app;
