-- Where the last whole backup of this installation lies: a place that held one and is empty now is a disk that is not
-- mounted, not a new beginning (src/server/backup/place.ts). Only the owner reads and writes it.
create table backup_place (
  one boolean primary key default true check (one),
  place text not null, id text not null, at timestamptz not null default now()
);
alter table backup_place enable row level security;
alter table backup_place force row level security;
create policy owner_all on backup_place to mostruario_owner using (true) with check (true);
