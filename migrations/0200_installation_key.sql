-- Which APP_KEY this installation works with: its fingerprint (src/server/installation-key.ts), never the key itself.
create table installation_key (
  only_row boolean primary key default true check (only_row), fingerprint text not null, at timestamptz not null default now()
);
select app.protect_platform('installation_key');
revoke all on installation_key from mostruario_app;
