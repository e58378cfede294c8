import type { Tx } from '#server/db.ts'

/** Marks the mail of an order as sent; undefined when it already was. */
export const claimMail = (tx: Tx, id: number, now: Date) =>
  tx.first`update orders set mailed_at = ${now} where id = ${id} and mailed_at is null returning id`
/** The seller of a client who ordered by the link of another. */
export const findPassedOver = (tx: Tx, id: number) =>
  tx.first<{
    name: string
    email: string
    language: string
  }>`select s.name, s.email, coalesce(s.language, '') as language from orders o
    join users c on c.company_id = o.company_id and c.id = o.client_id
    join users s on s.company_id = c.company_id and s.id = app.current_seller(c.seller_id)
    where o.id = ${id} and o.origin = 'cliente' and o.seller_id <> s.id and s.email <> ''`
/** To whom a quote is sent by mail, and what the client may read. */
export const findMailReader = (tx: Tx, client: number | null) =>
  tx.first<{ email: string; language: string; hide_price: boolean }>`select coalesce(email, '') as email, language,
    hide_price from users where id = ${client} and level = 3 and deleted_at is null`
