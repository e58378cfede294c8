-- What the connectors missed is read once: prices behind the first page (Sankhya), products without stock (Bling), pieces of
-- products with grades (PedidoOK). The next run of these links is a whole one, also where one is under way.
update integrations i set synced_until = null,
  chosen_in = (select max(r.id) from sync_runs r where r.company_id = i.company_id and r.integration_id = i.id)
  where i.type in ('bling', 'sankhya', 'pedidook') and i.deleted_at is null;
