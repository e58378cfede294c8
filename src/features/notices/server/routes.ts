import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { tokenHash } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { areKeys, isService, publicKey } from './push.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

const PAGE = 30

export function routes(app: FastifyInstance, kit: Kit): void {
  const settings = async (tx: Tx, user: number, token: string): Promise<c.Settings> => {
    const found = await q.findSettings(tx, user)
    if (!found) throw new Refusal('not_found')
    return { ...found, key: publicKey(kit.config), devices: await q.findDevices(tx, user, tokenHash(token)) }
  }
  serve(app, kit, c.listNotices, async ({ tx, caller, query, now }) => {
    const { limit, page, offset } = paging(query, PAGE, caller)
    const rows = await q.findNotices(tx, caller.user_id, { limit, offset, now })
    return { rows, total: await q.countNotices(tx, caller.user_id), page, limit }
  })
  serve(app, kit, c.markNotices, async ({ tx, caller, body, now }) => {
    const { ids = [], all = false, read = true } = body
    // An operator who looks on marks nothing.
    if (caller.acting_id === null && (all || ids.length > 0))
      await w.markRead(tx, caller.user_id, all ? null : ids, read ? now : null)
    return { unread: await q.countUnread(tx, caller.user_id) }
  })
  serve(app, kit, c.readSettings, ({ tx, caller, token }) => settings(tx, caller.user_id, token))
  serve(app, kit, c.saveSettings, async ({ tx, caller, body, token }) => {
    const { off, quiet_from = null, quiet_until = null } = body
    if ((quiet_from === null) !== (quiet_until === null))
      throw invalid({ [quiet_from === null ? 'quiet_from' : 'quiet_until']: 'Preencha este campo.' })
    if (quiet_from !== null && quiet_from === quiet_until)
      throw invalid({ quiet_until: 'O silêncio precisa de um começo e de um fim diferentes.' })
    const whose = { company: caller.company_id, user: caller.user_id }
    await w.writeSettings(tx, { ...whose, off: [...new Set(off)], quiet_from, quiet_until })
    return settings(tx, caller.user_id, token)
  })
  serve(app, kit, c.keepDevice, async ({ tx, caller, body, token, request, now }) => {
    const { endpoint, p256dh, auth, language } = body
    if (!isService(endpoint, kit.config) || !areKeys(p256dh, auth))
      throw invalid({ endpoint: 'Este navegador não deu um endereço de avisos que possamos usar.' })
    await w.writeDevice(
      tx,
      {
        user: caller.user_id,
        hash: createHash('sha256').update(endpoint).digest(),
        endpoint,
        p256dh,
        auth,
        session: tokenHash(token),
        language,
        agent: request.headers['user-agent'] ?? '',
      },
      now,
    )
    return settings(tx, caller.user_id, token)
  })
  serve(app, kit, c.changeDevice, async ({ tx, caller, params, body, token }) => {
    if (!(await w.nameDevice(tx, params.id, caller.user_id, body.names))) throw new Refusal('not_found')
    return settings(tx, caller.user_id, token)
  })
  serve(app, kit, c.dropDevice, async ({ tx, caller, params, token }) => {
    if (!(await w.removeDevice(tx, params.id, caller.user_id))) throw new Refusal('not_found')
    return settings(tx, caller.user_id, token)
  })
  serve(app, kit, c.tryDevice, async ({ tx, caller, params }) => {
    if (!(await q.deviceIds(tx, caller.user_id)).includes(params.id)) throw new Refusal('not_found')
    await enqueue(tx, 'push_notices', { device_id: params.id, ids: [] }, { key: `try-push-${params.id}` })
  })
}
