-- Profiles of artisans, brands and makers: a cover, a country, deletion that frees the code, a redirect for an old code.
alter table entities add column cover text not null default '', add column country text not null default '', add column deleted_at timestamptz,
  drop constraint entities_company_id_code_key;
create unique index entities_code on entities (company_id, lower(code)) where deleted_at is null;
create index products_of_entity on products (company_id, entity_id) where entity_id is not null;
alter table old_names drop constraint old_names_kind_check, add constraint old_names_kind_check check (kind in ('product', 'path', 'entity'));

create function app.entity_changed() returns trigger language plpgsql as $$
begin
  perform app.raise_version(new.company_id);
  -- Products name who made them.
  if tg_op = 'UPDATE' and (old.name, old.code, old.type, old.active) is distinct from (new.name, new.code, new.type, new.active) then
    update products set version = 0 where company_id = new.company_id and entity_id = new.id;
  end if;
  if tg_op = 'UPDATE' and old.code <> new.code then
    insert into old_names (company_id, kind, name, object_id) values (old.company_id, 'entity', lower(old.code), old.id)
      on conflict (company_id, kind, name) do update set object_id = excluded.object_id, at = now();
  end if;
  return null;
end $$;
create trigger version after insert or update on entities for each row execute function app.entity_changed();
create trigger log after insert or update of name, code, type, company_name, about, logo, cover, phone, social_link, social, city, state, country, "order", active, deleted_at
  on entities for each row execute function app.log_change('entity');
