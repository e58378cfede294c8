-- A changed e-mail is told to the old address: whoever signs in by it reads that this ended, whichever door it came by.
-- A merge moves a sign-in with its e-mail and is no such change.
create function app.tell_old_email() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.add_mail(new.company_id, 'email-' || new.id || '-' || (extract(epoch from clock_timestamp()) * 1000)::bigint, old.email, new.language, 'email_changed',
    jsonb_build_object('name', new.name, 'company', coalesce((select name from companies where id = new.company_id), 'Mostruário')));
  return null;
end $$;
create trigger tell_old_email after update of email on users for each row
  when (old.email <> '' and old.password_hash is not null and new.email <> '' and lower(new.email) <> lower(old.email)
    and new.deleted_at is null) execute function app.tell_old_email();

-- Whom a personal link was shown to. It opens the client's session: when a seller leaves or loses the client, an admin is
-- offered another one.
create table link_views (
  company_id bigint not null references companies, client_id bigint not null, user_id bigint not null, at timestamptz not null,
  primary key (company_id, client_id, user_id),
  foreign key (company_id, client_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select app.protect('link_views');
create index link_views_of_person on link_views (company_id, user_id);
-- Another link: nobody has seen it, and whoever entered by the old one is out.
create function app.forget_link_views() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from link_views where company_id = new.company_id and client_id = new.id;
  return null;
end $$;
create trigger forget_link_views after update of link_version on users for each row
  when (new.link_version <> old.link_version) execute function app.forget_link_views();

-- Whose a webhook is: by the name that was kept, where one admin of the company has it.
alter table webhooks add column created_by_id bigint;
update webhooks w set created_by_id = (select min(u.id) from users u where u.company_id = w.company_id and u.name = w.created_by and u.level = 1 having count(*) = 1);
