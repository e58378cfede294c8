-- A personal link of a card that was merged opens the one that stayed: it was sent to the same person.
create function app.find_linked_client(p_user bigint) returns table (user_id bigint, company_id bigint, link_version int)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.company_id, u.link_version from users u join users s on s.id = app.surviving_client(u.id)
  where u.id = p_user and u.level = 3 and not u.is_visitor and u.active and s.level = 3 and s.active and s.deleted_at is null
$$;
grant execute on function app.find_linked_client(bigint) to mostruario_app;
