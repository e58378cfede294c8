// What orders hold of a person.
import { type Holding, ofOrders } from '#server/person.ts'
import { ordersOf } from './archive.ts'

const app = 'app.erase_orders'
const copy = 'pedidos.json'
export const person: Holding = {
  tables: [
    {
      table: 'orders',
      of: ofOrders('id'),
      columns: `client_code name email phone document company_name address description internal_note additional_field
        utm signature status_reason receipt_token`,
      remarks: 'internal_note',
      copy,
      erase: app,
    },
    { table: 'order_events', of: ofOrders(), columns: 'who reason talk', copy, erase: app },
    { table: 'order_payments', of: ofOrders(), columns: 'note', copy, erase: app },
  ],
  files: { [copy]: (tx, p, reader) => ordersOf(tx, p.orders, reader) },
}
