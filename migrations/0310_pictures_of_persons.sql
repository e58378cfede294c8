-- Portraits and photos of conversations are no pictures of the library (decision 0125): their names begin with p, and their
-- rows go with the last portrait or message that shows them.
alter table files add column person boolean not null default false,
  add column stripped boolean not null default false;   -- the original holds no metadata
create index files_unstripped on files (company_id, id) where not stripped;
create index users_with_portrait on users (company_id, profile_pic) where profile_pic <> '';

-- Portraits of removed staff go with this migration; the files follow by the daily sweep.
select set_config('app.quiet', '1', true);
update users set profile_pic = '' where level <= 2 and deleted_at is not null and profile_pic <> '';
select set_config('app.quiet', '', true);

-- Whether a portrait or a message shows a picture.
create function app.shows_person(p_company bigint, p_hash text) returns boolean language sql stable as $$
  select exists (select 1 from users u where u.company_id = p_company and u.profile_pic = '/files/' || p_hash || '.webp' and u.profile_pic <> '')
    or exists (select 1 from messages m where m.company_id = p_company and m.photo = '/files/' || p_hash || '.webp' and m.photo <> '')
$$;
-- Whether anything of the library, an order or a change that can be undone shows it.
create function app.shows_in_library(f files) returns boolean language sql stable as $$
  select exists (select 1 from product_images i where i.company_id = f.company_id and i.hash = f.hash)
    or exists (select 1 from order_lines l where l.company_id = f.company_id and l.photo = '/files/' || f.hash || '.webp' and l.photo like '/files/%')
    or exists (select 1 from categories g where g.company_id = f.company_id and g.image like '%' || f.hash || '%')
    or exists (select 1 from entities e where e.company_id = f.company_id and e::text like '%' || f.hash || '%')
    or exists (select 1 from variations v where v.company_id = f.company_id and v.image like '%' || f.hash || '%')
    or exists (select 1 from pages p where p.company_id = f.company_id and p.image_path like '%' || f.hash || '%')
    or exists (select 1 from undos u where u.company_id = f.company_id and u.used_at is null and u.rows::text like '%' || f.hash || '%')
    or exists (select 1 from companies c where c.id = f.company_id and c::text like '%' || f.hash || '%')
$$;
update files f set person = true from (
    select company_id, substring(profile_pic from '[0-9a-f]{32}') as hash from users where profile_pic <> ''
    union select company_id, substring(photo from '[0-9a-f]{32}') from messages where photo <> '') shown
  where f.company_id = shown.company_id and f.hash = shown.hash and not app.shows_in_library(f);

-- The row of a person's picture goes in the transaction that takes away the last thing that shows it. It runs as the owner
-- so that every way of taking it away is covered: erasure, removal, another portrait, a merge, a purge.
create function app.drop_person_picture() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare path text := to_jsonb(old)->>tg_argv[0];
begin
  delete from files f where f.company_id = old.company_id and f.person and f.hash = substring(path from '^/files/(\w{32})\.webp$')
    and not app.shows_person(f.company_id, f.hash);
  return null;
end $$;
create trigger drop_portrait after update of profile_pic on users for each row
  when (old.profile_pic <> '' and old.profile_pic is distinct from new.profile_pic) execute function app.drop_person_picture('profile_pic');
create trigger drop_portrait_of_deleted after delete on users for each row
  when (old.profile_pic <> '') execute function app.drop_person_picture('profile_pic');
create trigger drop_photo after delete on messages for each row
  when (old.photo <> '') execute function app.drop_person_picture('photo');
-- The files follow by a job after the commit, which is tried again. The platform's sweep and purge, which work in no
-- company, remove files themselves.
create function app.remove_person_picture() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.company() = old.company_id then
    perform app.enqueue('remove_picture', jsonb_build_object('hash', old.hash), null, 'remove-picture-' || old.company_id || '-' || old.hash);
  end if;
  return null;
end $$;
create trigger remove_person_picture after delete on files for each row when (old.person) execute function app.remove_person_picture();

-- Whether a signed address still leads to a picture: asked without a session, by a name that cannot be guessed.
create function app.has_person_picture(p_hash text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from files f join companies c on c.id = f.company_id and c.deleted_at is null
    where f.hash = p_hash and f.person)
$$;
-- Companies with originals that may hold metadata.
create function app.unstripped_companies() returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not app.is_operator() then raise exception 'app.unstripped_companies is the platform''s'; end if;
  return query select distinct f.company_id from files f where not f.stripped order by 1;
end $$;
grant execute on all functions in schema app to mostruario_app;
