-- Whether the servers' clock is believed (src/server/clock-watch.ts): acts that cannot be taken back do not trust one reading.
-- One row; none before the first look.
create table clock_watch (
  one boolean primary key default true check (one),
  -- The last moment that was believed, and the last one that was read.
  believed_at timestamptz not null,
  read_at timestamptz not null,
  -- The reading at which the clock was found to have jumped; null: it is believed.
  doubted_at timestamptz,
  -- Since then: for how long the installation has run, and without another jump.
  ran_ms double precision not null default 0,
  steady_ms double precision not null default 0
);
select app.protect_platform('clock_watch');
revoke delete on clock_watch from mostruario_app;
-- An installation that is updated knows a moment that has been.
insert into clock_watch (believed_at, read_at)
  select m, m from (select greatest((select max(last_seen) from sessions),
    (select max(received_at) from orders)) as m) x where m <= now();
