import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { lockCompany } from '#server/company_lock.ts'
import { dayIn } from '#server/clock.ts'
import { type Call, type Kit, serve } from '#server/serve.ts'
import { newKey, tokenHash } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { createKey, type Key, listKeys, MOST_KEYS, revokeKey } from '../contract.ts'
import * as q from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listKeys, ({ tx, now }) => q.findKeys(tx, now))
  serve(app, kit, createKey, async (call) => {
    const { tx, caller, now } = call
    const { name, scopes, expires_on = null } = call.body
    if (expires_on !== null && expires_on < dayIn(caller.time_zone, now))
      throw invalid({ expires_on: 'Escolha um dia a partir de hoje.' })
    await lockCompany(tx, caller.company_id)
    if ((await q.findKeys(tx, now)).filter((k) => k.state === 'ativa').length >= MOST_KEYS)
      throw new Refusal('keys_full')
    const token = newKey(kit.config.appKey)
    const made = { name, scopes: [...new Set(scopes)], hash: tokenHash(token), last4: token.slice(-4), expires_on }
    const id = await q.addKey(tx, caller, made, now)
    await log(call, 'create', id, name)
    return { key: (await q.findKey(tx, id, now)) as Key, token }
  })
  serve(app, kit, revokeKey, async (call) => {
    const { tx, params, now } = call
    const found = await q.findKey(tx, params.id, now)
    if (!found) throw new Refusal('not_found')
    // Twice is once.
    if ((await q.revoke(tx, params.id, now)).length > 0) await log(call, 'delete', found.id, found.name)
    return null
  })
  const log = (
    { tx, caller }: Pick<Call<typeof listKeys>, 'tx' | 'caller'>,
    action: string,
    id: number,
    name: string,
  ) => logAs(tx, caller, { action, object: 'api_key', object_id: id, name })
}
