// What visits hold of a person: paid to a client, or made by a seller.
import { either, type Holding, ofCards } from '#server/person.ts'
import { visitsOf } from './queries.ts'

const copy = 'visitas.json'
export const person: Holding = {
  tables: [
    {
      table: 'visits',
      of: either(ofCards(), ofCards('seller_id')),
      columns: 'note reason report lat lng accuracy',
      remarks: 'note report',
      copy,
      erase: 'app.forget_visits',
    },
  ],
  files: { [copy]: visitsOf },
}
