// What the way back from bulk changes holds of a person.
import { part } from '#server/db.ts'
import type { Holding } from '#server/person.ts'

export const person: Holding = {
  tables: [
    {
      table: 'undos',
      of: (p) => part`kind = 'clients' and exists (select 1 from unnest(${p.cards}::bigint[]) c(id)
        where rows @> jsonb_build_array(jsonb_build_object('ids', jsonb_build_array(c.id))))`,
      columns: 'rows',
      copy: { none: 'Repeats columns of the card, for a day.' },
      erase: 'app.erase_client',
    },
  ],
}
