// What price requests hold of a person.
import { part } from '#server/db.ts'
import { either, type Holding, ofCards } from '#server/person.ts'

export const person: Holding = {
  tables: [
    {
      table: 'price_requests',
      of: either((p) => part`id = any(${p.requests}::bigint[])`, ofCards(), ofCards('user_id')),
      columns: 'asked_at name phone document company_name answered_at granted',
      copy: 'pedidos-de-preco.json',
      erase: 'app.erase_orders',
    },
  ],
}
