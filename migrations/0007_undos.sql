-- What a bulk change or an import did, so that it can be taken back for a while: [{id, was, now}] of the rows.
create table undos (
  id bigint generated always as identity, company_id bigint not null references companies,
  at timestamptz not null, expires_at timestamptz not null, user_id bigint, kind text not null, name text not null,
  rows jsonb not null, used_at timestamptz,
  primary key (company_id, id)
);
select app.protect('undos');
