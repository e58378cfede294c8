// What conversations hold of a person.
import { part } from '#server/db.ts'
import type { Holding, Person } from '#server/person.ts'
import { messagesOf } from './queries.ts'
import { forgetMessages } from './writes.ts'

const conversations = (p: Person) => part`select id from conversations
  where client_id = any(${p.cards}::bigint[]) or order_id = any(${p.orders}::bigint[])`
const copy = 'mensagens.json'
export const person: Holding = {
  tables: [
    {
      table: 'messages',
      of: (p) => part`conversation_id in (${conversations(p)}) or client_id = any(${p.cards}::bigint[])`,
      columns: 'who text photo',
      copy,
      erase: 'rows',
    },
  ],
  files: { [copy]: messagesOf },
  erase: forgetMessages,
}
