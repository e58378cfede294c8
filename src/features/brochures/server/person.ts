// What PDF catalogues hold of a person: the name that one was prepared for, as it was typed.
import { part } from '#server/db.ts'
import type { Holding, Person } from '#server/person.ts'
import { forgetNames } from './writes.ts'

const made = (p: Person) => part`client <> '' and lower(client) in (select lower(n) from users u,
  unnest(array[u.name, u.company_name]) n where u.level = 3 and u.id = any(${p.cards}::bigint[]))`
export const person: Holding = {
  tables: [
    {
      table: 'catalogs',
      of: made,
      columns: 'created_at title client expires_at',
      copy: 'catalogos-em-pdf.json',
      erase: { none: 'The feature empties the name; the file goes when it expires.' },
    },
  ],
  erase: async (tx, p) => void (await forgetNames(tx, made(p))),
}
