// One run of a feed: fetched, compared with what there is by the child that works on sheets, written there or left to an
// admin. It may run twice: what was written before is the same the second time.
import { queueMail } from '#features/mails/server/index.ts'
import { findCompany } from '#features/companies/server/index.ts'
import { tellPeople } from '#features/notices/server/index.ts'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { forEachOf, type PlatformTasks, type Tasks } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { queueFor } from '#server/turns.ts'
import { Refusal } from '#shared/errors.ts'
import type { FeedAnswer } from '../job.ts'
import { workOn } from '../run.ts'
import { isItsOwn, MOST_FAILURES, nextRun } from '../../feeds/rules.ts'
import { type Fetched, fetchFeed } from './fetch.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

const AT_ONCE = 100
const busy = () => new Refusal('busy')
/** One of a company and two in all: an address that hangs keeps a worker, and others' work needs the rest of them. Nobody
 * waits here, as that would keep one, too. */
const inTurn = queueFor({ most: 2, patience: 0, busy })
/** Of the few sheets that are worked on at once, feeds have one: people wait for theirs. */
const aloneOnSheets = queueFor({ most: 1, busy })
const pageOf = (id: number) => `/dashboard/integrations/catalogo?id=${id}`

async function runFeed(kit: Kit, company_id: number, run_id: number): Promise<void> {
  const work = await inCompany(kit.pool, company_id, (tx) => q.findWork(tx, run_id))
  if (!work) return
  const end = (ended: w.Ended, more: (tx: Tx) => Promise<unknown>) =>
    inCompany(kit.pool, company_id, async (tx) => {
      if ((await w.endRun(tx, run_id, ended, kit.clock.now())).length > 0) await more(tx)
    })
  try {
    const known = work.wanted ? { etag: '', last_modified: '' } : work
    const fetched = await fetchFeed(work.url, kit.config.otherHosts, known)
    if (!fetched || (fetched.hash === work.hash && !work.wanted))
      return await end({ status: 'igual', message: 'O arquivo não mudou desde a última vez.' }, (tx) =>
        w.noteWell(tx, work.id),
      )
    const found = await compare(kit, company_id, work, fetched)
    const { done, asks, ...counts } = found
    if (asks)
      return await end(
        {
          ...counts,
          status: 'espera',
          hash: fetched.hash,
          message: 'Mudaria demais de uma vez. Nada foi gravado: confira.',
        },
        async (tx) => {
          await w.noteWell(tx, work.id)
          await tell(kit, tx, work, 'conferir')
        },
      )
    await end(
      {
        ...counts,
        status: 'gravado',
        hash: fetched.hash,
        message: done?.mensagem ?? '',
        undo_id: done?.undo_id ?? null,
      },
      (tx) => w.noteRead(tx, work, fetched),
    )
  } catch (error) {
    const message =
      error instanceof Refusal
        ? error.message
        : 'Algo deu errado do nosso lado. Vamos tentar de novo na próxima hora marcada.'
    const off = work.failures + 1 >= MOST_FAILURES
    await end({ status: 'falhou', message }, async (tx) => {
      if (!isItsOwn(error instanceof Refusal ? error.status : undefined)) return
      await w.noteFailed(tx, work.id, message, off)
      if (off) await stop(kit, tx, company_id, work, message)
    })
    if (!(error instanceof Refusal)) throw error
  }
}
async function compare(kit: Kit, company_id: number, work: q.Work, fetched: NonNullable<Fetched>): Promise<FeedAnswer> {
  const { id, retire, percent, columns } = work
  const caller = { company_id, user_id: work.user_id, name: work.user_name }
  const sheet = {
    name: work.name,
    databaseUrl: kit.config.databaseUrl,
    scope: { company_id, user_id: work.user_id },
    caller,
    now: kit.clock.now().toISOString(),
    kind: 'products',
    tab: undefined,
    asked: { mode: work.mode, mapping: undefined, named: columns, header: undefined, repeated: 'last' },
    act: 'write right rows',
    feed: { id, retire, percent, wanted: work.wanted !== '' && work.wanted === fetched.hash },
  } as const
  return (await aloneOnSheets('', () => workOn(kit.config.dataDir, fetched.bytes, sheet))) as FeedAnswer
}
const tell = (kit: Kit, tx: Tx, { id, name }: q.Work, word: 'parou' | 'conferir') =>
  tellPeople(tx, kit.clock.now(), [
    { kind: 'link', word, to: [], admins: true, name, href: pageOf(id), key: `feed-${word}-${id}`, again: true },
  ])
async function stop(kit: Kit, tx: Tx, company_id: number, work: q.Work, problem: string): Promise<void> {
  await tell(kit, tx, work, 'parou')
  const company = await findCompany(tx, company_id)
  if (!company?.orders_email) return
  await queueMail(tx, company_id, {
    key: `feed-${company_id}-${work.id}-${kit.clock.now().getTime()}`,
    to: company.orders_email,
    template: 'link_stopped',
    params: { system: work.name, problem },
    href: `${kit.config.publicUrl}${pageOf(work.id)}`,
  })
}

export const tasks: Tasks = {
  async run_feed({ kit, tx, company_id, payload }) {
    const id = payload.run_id as number
    try {
      await inTurn(company_id, () => runFeed(kit, company_id, id))
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'busy')) throw error
      await w.runLater(tx, id)
    }
  },
}
export const platformTasks: PlatformTasks = {
  feeds_due: {
    cron: '*/5 * * * *',
    irreversible: false,
    async run(kit) {
      const now = kit.clock.now()
      // Planned by a clock that was ahead: planned again, so that no run is missed.
      const ahead = await acrossCompanies(kit.pool, (tx) => q.findFeedsAhead(tx, now, AT_ONCE))
      await forEachOf(ahead, ({ company_id, id }) =>
        inCompany(kit.pool, company_id, async (tx) => {
          const [feed] = await q.findFeeds(tx, now, id)
          const company = await findCompany(tx, company_id)
          const next = feed && company && nextRun(feed, company.time_zone, now)
          if (next && feed.next_at && next < feed.next_at) await w.planNext(tx, id, next)
        }),
      )
      const due = await acrossCompanies(kit.pool, (tx) => q.findDueFeeds(tx, now, AT_ONCE))
      await forEachOf(due, ({ company_id, id }) =>
        inCompany(kit.pool, company_id, async (tx) => {
          const [feed] = await q.findFeeds(tx, now, id)
          const company = await findCompany(tx, company_id)
          if (!feed || !company) return
          await w.planNext(tx, id, nextRun(feed, company.time_zone, now))
          await w.startRun(tx, company_id, id, now)
        }),
      )
    },
  },
}
