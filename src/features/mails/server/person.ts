// What mails hold of a person: those to the person, and those about the person's orders.
import { part } from '#server/db.ts'
import type { Holding } from '#server/person.ts'
import { findMailsOf } from './queries.ts'

export const person: Holding = {
  tables: [
    {
      table: 'mails',
      of: (p) => part`key in (select app.mails_of_person(${p.cards}, ${p.orders}, ${p.requests}))`,
      columns: 'created_at template recipient params sent_at',
      remarks: 'recipient params',
      copy: 'emails.json',
      erase: 'app.erase_orders',
    },
  ],
  files: {
    'emails.json': findMailsOf,
  },
}
