// What links to other systems hold of a person: the numbers that it has there, and what these systems answered.
import { part } from '#server/db.ts'
import { type Holding, ofCards, ofOrders } from '#server/person.ts'

export const person: Holding = {
  tables: [
    {
      table: 'erp_clients',
      of: ofCards(),
      columns: 'integration_id external_id',
      copy: 'cliente-no-erp.json',
      erase: 'app.erase_client',
    },
    {
      table: 'erp_orders',
      of: ofOrders(),
      columns: 'order_id integration_id status external_id external_number message sent_at',
      copy: 'pedidos-no-erp.json',
      erase: 'app.erase_orders',
    },
    {
      table: 'sync_issues',
      of: () => part`false`,
      columns: 'what message',
      copy: { none: 'Texts of another system about one run; they name nobody by a number.' },
      erase: 'app.forget_issues',
    },
  ],
}
