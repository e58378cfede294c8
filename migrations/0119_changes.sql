-- Without the name of a column that is no more (search_code, migration 0019).
create or replace function app.changes(o jsonb, n jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case when key = 'password_hash' then '[null, "•••"]'
    else jsonb_build_array(was->key, now->key) end), '{}')
  from (select o - 'settings' || coalesce(o->'settings', '{}') as was,
    n - 'settings' || coalesce(n->'settings', '{}') as now) flat, jsonb_object_keys(was || now) key
  where was->key is distinct from now->key
    and key not in ('version', 'changed', 'updated_at', 'created_at', 'search_text', 'search_extra', 'link_version', 'deleted_at')
$$;
