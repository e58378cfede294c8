-- Work that goes in a line (mails, pictures, orders for an ERP) follows at once. graphile-worker asks for the next job
-- before the line it worked in is free again, finds none there, and would look again at its next round, two seconds later.
create function app.line_free() returns trigger language plpgsql as $$
begin
  perform pg_notify('jobs:insert', '{"count":1}');
  return null;
end $$;
create trigger next_in_line after update on graphile_worker._private_job_queues for each row
  when (old.locked_at is not null and new.locked_at is null) execute function app.line_free();
