// What the log of changes holds of a person.
import { part } from '#server/db.ts'
import { either, type Holding, ofCards } from '#server/person.ts'
import { findLogsOf } from './queries.ts'

const copy = 'registro.json'
export const person: Holding = {
  tables: [
    {
      table: 'logs',
      of: either(ofCards('user_id'), (p) => part`object = 'user' and object_id = any(${p.cards}::bigint[])`),
      columns: 'who name changes',
      copy,
      erase: 'app.erase_client',
    },
  ],
  files: {
    [copy]: (tx, p) => findLogsOf(tx, p.cards),
  },
}
