-- A seller's new client may be known in another portfolio. The seller's card keeps the e-mail as typed (`shared_email`):
-- it is not unique and never a sign-in. `known_elsewhere` marks the card for the admin, who merges the two.
alter table users add column shared_email boolean not null default false, add column known_elsewhere boolean not null default false,
  add constraint shared_email_is_no_sign_in check (not shared_email or (level = 3 and password_hash is null));
drop index users_email;
create unique index users_email on users (company_id, lower(email)) nulls not distinct where email <> '' and deleted_at is null and not shared_email;
do $$ begin
  execute replace(pg_get_functiondef('app.find_accounts'::regproc), 'u.email <> ''''', 'u.email <> '''' and not u.shared_email');
  execute replace(pg_get_functiondef('app.changes'::regproc), '''link_version''', '''link_version'', ''shared_email'', ''known_elsewhere''');
end $$;
-- Orders that were marked for the admin because of the card that a merge took away: marked again when it is undone.
alter table client_merges add column settled bigint[] not null default '{}';
