-- Tags that a company manages, and codes and paths that were others before: old links keep leading somewhere.
alter table companies add column tags text[] not null default '{}';
create table old_names (
  company_id bigint not null references companies, kind text not null check (kind in ('product', 'path')),
  name text not null, object_id bigint not null, at timestamptz not null default now(),
  primary key (company_id, kind, name)
);
select app.protect('old_names');
create function app.keep_old_code() returns trigger language plpgsql as $$
begin
  insert into old_names (company_id, kind, name, object_id) values (old.company_id, 'product', lower(old.code), old.id)
    on conflict (company_id, kind, name) do update set object_id = excluded.object_id, at = now();
  return null;
end $$;
create trigger old_code after update of code on products for each row when (old.code <> new.code and old.code <> '') execute function app.keep_old_code();
