-- Tries that are counted until a moment: a clock that was set back makes nobody wait longer than the window itself.
create or replace function app.hit(p_keys text[], p_limits int[], p_seconds int[], p_now timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare i int; h rate_hits; wait int := 0; ends timestamptz;
begin
  -- A hit lost with the power is no loss; an order waits for the disk, its counter does not.
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. array_length(p_keys, 1) loop
    ends := p_now + make_interval(secs => p_seconds[i]);
    insert into rate_hits as r values (p_keys[i], 1, ends)
    on conflict (key) do update set
      hits = case when r.resets_at <= p_now or r.resets_at > ends then 1 else r.hits + 1 end,
      resets_at = case when r.resets_at <= p_now or r.resets_at > ends then excluded.resets_at else r.resets_at end
    returning * into h;
    if h.hits > p_limits[i] then
      wait := greatest(wait, ceil(extract(epoch from h.resets_at - p_now))::int, 1);
    end if;
  end loop;
  return wait;
end $$;
