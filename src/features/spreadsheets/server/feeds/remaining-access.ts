// A catalogue by address goes on writing products and prices after its admin left: it stops unless another admin takes it
// over.
import { leaves } from '#features/users/server/index.ts'
import { findFeedsOf } from './queries.ts'
import { passFeeds, stopFeeds } from './writes.ts'

leaves('feed', {
  find: findFeedsOf,
  close: (tx, ids) =>
    stopFeeds(tx, ids, 'Quem salvou este catálogo saiu. Confira o endereço e ligue de novo se ainda vale.'),
  keep: passFeeds,
})
