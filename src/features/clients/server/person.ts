// What the work with clients holds of one: merges of cards and moves between sellers.
import { either, type Holding, ofCards } from '#server/person.ts'

export const person: Holding = {
  tables: [
    {
      table: 'client_merges',
      of: either(ofCards('survivor_id'), ofCards('gone_id')),
      columns: 'at survivor_id gone_id filled undone_at',
      copy: 'cadastros-unidos.json',
      erase: 'app.erase_client',
    },
    {
      table: 'portfolio_moves',
      of: ofCards(),
      columns: 'at from_seller to_seller',
      copy: 'carteira.json',
      erase: { none: 'Numbers of sellers and the day.' },
    },
    {
      table: 'link_views',
      of: ofCards(),
      columns: 'at',
      copy: 'link-pessoal.json',
      erase: 'app.forget_link_views',
    },
  ],
}
