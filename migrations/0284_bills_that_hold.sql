-- As in 0150_back_at_once.sql; a bill that waited is looked at again when it leaves: one that was paid or cancelled stays.
create or replace function app.take_mail(p_id bigint) returns setof mails
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update mails m set status = 'devolvida', note = 'A cobrança foi paga ou cancelada antes do envio.'
    where m.id = p_id and m.status = 'espera' and m.template = 'invoice' and exists (
      select 1 from invoices i where i.company_id = m.company_id and m.key = 'cobranca-' || i.token and i.status <> 'aberta');
  return query update mails set tries = tries + 1, away = false where id = p_id and status = 'espera' returning *;
end $$;
