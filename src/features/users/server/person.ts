// What accounts hold of a person: the card, its accesses, and what hangs on it by number.
import { type Holding, ofCards } from '#server/person.ts'
import { findOwnRow } from './queries.ts'

const app = 'app.erase_client'
const secret = { none: 'A secret, kept hashed or sealed.' }
export const person: Holding = {
  tables: [
    {
      table: 'users',
      of: ofCards('id'),
      columns: `name email phone profile_pic client_code document company_name address credit_note notes lat lng language
        password_hash`,
      remarks: 'credit_note notes',
      copy: 'pessoa.json',
      erase: app,
    },
    {
      table: 'sessions',
      of: ofCards('user_id'),
      columns: 'kind user_agent created_at last_seen by_link',
      copy: 'acessos.json',
      erase: app,
    },
    {
      table: 'rested_sign_ins',
      of: ofCards('user_id'),
      columns: 'password_hash',
      copy: secret,
      erase: 'app.forget_rested',
    },
    {
      table: 'openings',
      of: ofCards('user_id'),
      columns: 'day at',
      copy: 'aberturas.json',
      erase: 'app.forget_openings',
    },
  ],
  files: {
    'pessoa.json': async (tx, p, reader) => {
      const found = await findOwnRow(tx, p.cards[0] ?? 0)
      if (!found || reader.level < 3) return found?.person ?? null
      const { credit_note: _credit, notes: _notes, ...known } = found.person
      return known
    },
  },
}
