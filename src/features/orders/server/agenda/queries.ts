import type { AgendaAsking } from '#server/agenda.ts'
import type { Tx } from '#server/db.ts'
import { SOLD } from '../queries.ts'

export interface Row {
  id: number
  number: number | null
  name: string
  day: string
  done: boolean
  user_id: number | null
  user_name: string
}
export const findDeliveries = (tx: Tx, a: AgendaAsking) => tx.sql<Row>`
  select o.id, o.number, coalesce(nullif(o.company_name, ''), o.name) as name, o.delivery_date as day,
    o.status = 'entregue' as done, o.seller_id as user_id, coalesce(s.name, '') as user_name
  from orders o left join users s on s.company_id = o.company_id and s.id = o.seller_id
  where o.delivery_date >= ${a.from} and o.delivery_date < ${a.until}
    and ${SOLD}
    and (${a.whose}::bigint is null or o.seller_id = ${a.whose}) order by o.id`
export const findQuotes = (tx: Tx, a: AgendaAsking) => tx.sql<Row>`
  select o.id, o.number, coalesce(nullif(o.company_name, ''), o.name) as name, o.valid_until as day, false as done,
    o.seller_id as user_id, coalesce(s.name, '') as user_name
  from orders o left join users s on s.company_id = o.company_id and s.id = o.seller_id
  where o.valid_until >= ${a.from} and o.valid_until < ${a.until} and o.status = 'orcamento'
    and (${a.whose}::bigint is null or o.seller_id = ${a.whose}) order by o.id`
