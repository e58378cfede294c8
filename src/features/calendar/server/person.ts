// What the calendar holds of its owner.
import { part } from '#server/db.ts'
import { type Holding, ofCards } from '#server/person.ts'
import { eventsOf } from './queries.ts'

const copy = 'agenda.json'
const erase = { none: 'Only people who work in the company have a calendar.' }
export const person: Holding = {
  tables: [
    { table: 'events', of: ofCards('user_id'), columns: 'title notes', copy, erase },
    {
      table: 'event_days',
      of: (p) => part`event_id in (select id from events where user_id = any(${p.cards}::bigint[]))`,
      columns: 'title notes',
      copy,
      erase,
    },
  ],
  files: {
    [copy]: async (tx, p) => eventsOf(tx, p.cards[0] ?? 0),
  },
}
