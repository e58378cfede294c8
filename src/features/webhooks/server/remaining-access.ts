// An admin who leaves does not go on receiving every order: their webhooks stop unless another admin keeps them.
import { leaves } from '#features/users/server/index.ts'
import { findWebhooksOf } from './queries.ts'
import { stopWebhook } from './writes.ts'

leaves('webhook', {
  find: findWebhooksOf,
  async close(tx, ids) {
    for (const id of ids)
      await stopWebhook(tx, id, 'Quem criou estes avisos saiu. Confira o endereço e ligue de novo se ainda valem.')
  },
})
