-- An admin who keeps a link that a former seller has opened is not asked again, until the client changes seller.
alter table link_views add column kept boolean not null default false;
create function app.ask_links_again() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update link_views v set kept = false from users u where v.kept and v.company_id = new.company_id
    and u.company_id = v.company_id and u.id = v.client_id and (u.id = new.id or u.merged_into = new.id);
  return null;
end $$;
create trigger ask_links_again after update of seller_id on users for each row
  when (new.level = 3 and new.seller_id is distinct from old.seller_id) execute function app.ask_links_again();
