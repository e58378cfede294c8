import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'
import { isOutside } from '#server/outgoing.ts'
import { type Call, type Kit, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import type { Preview } from '../../contract.ts'
import { workOn } from '../run.ts'
import * as c from '../../feeds/contract.ts'
import { EVERY_HOURS, MOST_FEEDS, nextRun } from '../../feeds/rules.ts'
import { fetchFeed } from './fetch.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

type Body = Partial<Record<keyof w.Fields, unknown>>

export function routes(app: FastifyInstance, kit: Kit): void {
  const assertOutside = (url: string) => {
    if (!isOutside(url, kit.config.otherHosts))
      throw invalid({ url: 'Informe um endereço público que comece com https://, sem senha nem porta.' })
  }
  const log = (
    { tx, caller }: Pick<Call<typeof c.listFeeds>, 'tx' | 'caller'>,
    action: string,
    f: { id: number; name: string },
  ) => logAs(tx, caller, { action, object: 'feed', object_id: f.id, name: f.name })

  serve(app, kit, c.listFeeds, ({ tx, now }) => q.findFeeds(tx, now))
  serve(app, kit, c.createFeed, async (call) => {
    const { tx, caller, now } = call
    const fields = settled(call.body, NEW)
    assertOutside(fields.url)
    await lockCompany(tx, caller.company_id)
    if ((await q.findFeeds(tx, now)).length >= MOST_FEEDS) throw new Refusal('feeds_full')
    const next = nextRun(fields, caller.time_zone, now)
    const id = await w.addFeed(tx, caller, fields, { now, next })
    await log(call, 'create', { id, name: fields.name })
    return one(tx, now, id)
  })
  serve(app, kit, c.updateFeed, async (call) => {
    const { tx, params, caller, now } = call
    const was = await one(tx, now, params.id)
    const fields = settled(call.body, was)
    assertOutside(fields.url)
    await w.changeFeed(tx, was.id, caller.user_id, fields, nextRun(fields, caller.time_zone, now))
    await log(call, 'update', { id: was.id, name: fields.name })
    return one(tx, now, was.id)
  })
  serve(app, kit, c.deleteFeed, async (call) => {
    const was = await one(call.tx, call.now, call.params.id)
    await w.removeFeed(call.tx, was.id, call.now)
    await log(call, 'delete', was)
    return null
  })
  serve(app, kit, c.previewFeed, async ({ body, caller, now }) => {
    assertOutside(body.url)
    const fetched = await fetchFeed(body.url, kit.config.otherHosts, { etag: '', last_modified: '' })
    if (!fetched) throw new Refusal('feed_failed')
    const { company_id, user_id, acting_id, name } = caller
    return (await workOn(kit.config.dataDir, fetched.bytes, {
      name: fetched.name,
      databaseUrl: kit.config.databaseUrl,
      scope: { company_id, user_id, acting_id },
      caller: { company_id, user_id, name },
      now: now.toISOString(),
      kind: 'products',
      tab: undefined,
      asked: {
        mode: body.mode ?? 'both',
        mapping: undefined,
        named: body.columns,
        header: undefined,
        repeated: 'last',
      },
      act: 'look',
    })) as Preview
  })
  serve(app, kit, c.runFeed, async ({ tx, params, body, caller, now }) => {
    const feed = await one(tx, now, params.id)
    const wanted = body.wanted === undefined ? undefined : await q.findRun(tx, body.wanted, now)
    if (body.wanted !== undefined && (wanted?.feed_id !== feed.id || wanted.status !== 'espera'))
      throw new Refusal('not_found')
    const id = await w.startRun(tx, caller.company_id, feed.id, now, wanted?.hash)
    if (id === undefined) throw new Refusal('sync_running')
    return (await q.findRun(tx, id, now)) as c.FeedRun
  })
  serve(app, kit, c.listFeedRuns, async ({ tx, params, now }) => {
    await one(tx, now, params.id)
    return q.findRuns(tx, params.id, now)
  })

  async function one(tx: Tx, now: Date, id: number): Promise<c.Feed> {
    const [found] = await q.findFeeds(tx, now, id)
    if (!found) throw new Refusal('not_found')
    return found
  }
}
const NEW: w.Fields = {
  name: '',
  url: '',
  columns: {},
  mode: 'both',
  retire: false,
  every_hours: 24,
  at_hour: null,
  percent: 20,
  active: true,
}
/** What is stored with what was sent over it; of hour and hours the one that was sent counts. */
function settled(body: Body, was: w.Fields): w.Fields {
  const given = Object.fromEntries(Object.entries(body).filter(([, v]) => v !== undefined)) as Partial<w.Fields>
  const { name, url, columns, mode, retire, percent, active } = { ...was, ...given }
  const fresh = (given.every_hours ?? null) !== null || (given.at_hour ?? null) !== null
  const { every_hours = null, at_hour = null } = fresh ? given : was
  const issues = {
    ...((every_hours === null) === (at_hour === null) && {
      every_hours: 'Escolha de quantas em quantas horas, ou a que horas.',
    }),
    ...(every_hours !== null &&
      !EVERY_HOURS.some((h) => h === every_hours) && { every_hours: 'Escolha 1, 2, 4, 6, 12 ou 24 horas.' }),
    ...(at_hour !== null && (at_hour < 0 || at_hour > 23) && { at_hour: 'Escolha uma hora de 0 a 23.' }),
    ...((percent < 1 || percent > 100) && { percent: 'Informe uma porcentagem de 1 a 100.' }),
  }
  if (Object.keys(issues).length > 0) throw invalid(issues)
  return { name, url, columns, mode, retire, percent, active, every_hours, at_hour }
}
