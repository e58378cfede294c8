-- Sign-ins of clients that a smaller plan has no room for: the card stays in use, its password waits here (decision 0110).
create table rested_sign_ins (
  company_id bigint not null, user_id bigint not null, password_hash text not null,
  primary key (company_id, user_id), foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select app.protect('rested_sign_ins');
-- A password that is set, another e-mail and an erasure end what waits.
create function app.forget_rested() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from rested_sign_ins r where r.company_id = new.company_id and r.user_id = new.id;
  return null;
end $$;
create trigger forget_rested after update of email, shared_email, password_hash on users for each row
  when (new.level = 3 and (new.password_hash is not null or new.email <> old.email or new.shared_email))
  execute function app.forget_rested();
grant execute on function app.forget_rested() to mostruario_app;
