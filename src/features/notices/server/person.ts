// What notices hold of a person.
import { either, type Holding, ofCards } from '#server/person.ts'
import { noticesOf } from './queries.ts'

const copy = 'avisos.json'
// Triggers on the card do it (app.forget_notices); notices about orders without a card lose the name in app.erase_orders.
const erase = 'app.forget_notices'
export const person: Holding = {
  tables: [
    { table: 'person_notices', of: either(ofCards('user_id'), ofCards('about_id')), columns: 'name', copy, erase },
    { table: 'notice_settings', of: ofCards('user_id'), columns: 'quiet_from quiet_until', copy, erase },
    {
      table: 'push_devices',
      of: ofCards('user_id'),
      columns: 'endpoint p256dh auth session language agent hash',
      copy,
      erase,
    },
  ],
  files: { [copy]: async (tx, p) => noticesOf(tx, p.cards[0] ?? 0) },
}
