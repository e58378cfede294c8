// Messages leave: each webhook's one after the other, many webhooks side by side, no row held while the other system
// answers. At least once: a message whose answer is lost comes again with the same webhook-id.
import { findCompany } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { tellPeople } from '#features/notices/server/index.ts'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { forEachOf, type PlatformTasks, type Tasks } from '#server/jobs.ts'
import { askOutside } from '#server/outgoing.ts'
import type { Kit } from '#server/serve.ts'
import { webhookSignature } from '#server/signed.ts'
import { isLost, type Outcome, outcomeOf, restAfter, waitAfter } from '../rules.ts'
import { bodyOf } from './body.ts'
import * as q from './queries.ts'
import { secretsOf } from './secrets.ts'
import * as w from './writes.ts'

const AT_ONCE = 16
/** What the other system has for an answer. */
const TIMEOUT = 5000
const MOST_ANSWER = 10_000
/** How long one webhook is worked on before others have their turn, and all of them before the job ends. */
const TURN = 5000
const SHIFT = 20_000
const SWEPT_AT_ONCE = 5000

/** Everything that is due, of whichever company; what one shift leaves goes on in the next. */
async function deliverDue(kit: Kit): Promise<void> {
  const end = Date.now() + SHIFT
  for (;;) {
    const due = await acrossCompanies(kit.pool, (tx) => q.findDue(tx, kit.clock.now(), AT_ONCE))
    const [first] = due
    if (!first) return
    if (Date.now() > end) return inCompany(kit.pool, first.company_id, w.deliverSoon)
    const ended = await Promise.allSettled(due.map(({ company_id, id }) => turnOf(kit, company_id, id)))
    await forEachOf(ended, async (e) => {
      if (e.status === 'rejected') throw e.reason
    })
    // Nothing could be taken: others hold it.
    if (ended.every((e) => e.status === 'fulfilled' && e.value === 0)) return
  }
}
/** One webhook's turn; answers how many messages were tried. */
async function turnOf(kit: Kit, company_id: number, id: number): Promise<number> {
  const end = Date.now() + TURN
  await inCompany(kit.pool, company_id, (tx) => w.beginTurn(tx, id, kit.clock.now()))
  for (let n = 0; ; n++) if (Date.now() > end || !(await sendNext(kit, company_id, id))) return n
}
async function sendNext(kit: Kit, company_id: number, id: number): Promise<boolean> {
  const now = kit.clock.now()
  const next = await inCompany(kit.pool, company_id, async (tx) => {
    const target = await q.findTarget(tx, id, now)
    const delivery = target && (await w.claimDelivery(tx, id, now))
    return target && delivery ? { target, delivery, body: await bodyOf(tx, company_id, delivery, now) } : null
  })
  if (!next) return false
  const begun = performance.now()
  const outcome = await send(kit, company_id, next, now)
  const took = Math.round(performance.now() - begun)
  await inCompany(kit.pool, company_id, (tx) => note(kit, tx, company_id, next, outcome, took))
  return true
}
interface Next {
  target: q.Target
  delivery: w.Claimed
  body: string
}
async function send(
  { config, clock }: Kit,
  company_id: number,
  { target, delivery, body }: Next,
  now: Date,
): Promise<Outcome> {
  const id = `msg_${delivery.message}`
  // The receiver holds it against its own clock.
  const seconds = Math.floor(Date.now() / 1000)
  try {
    const { status, headers } = await askOutside(target.url, config.otherHosts, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Mostruario-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': webhookSignature(secretsOf(config, company_id, target, now), id, seconds, body),
      },
      body: Buffer.from(body),
      most: MOST_ANSWER,
      timeout: TIMEOUT,
    })
    return outcomeOf(status, headers['retry-after'], clock.now())
  } catch (error) {
    return { is: 'silent', answer: null, reason: silence(error as Error) }
  }
}
function silence({ name, message }: Error): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'O sistema não respondeu em 5 segundos.'
  if (message === 'not a public address') return 'O endereço não é público.'
  return message === 'too large' ? 'A resposta do sistema é grande demais.' : 'Não foi possível conectar ao sistema.'
}
async function note(kit: Kit, tx: Tx, company_id: number, next: Next, outcome: Outcome, took: number): Promise<void> {
  const now = kit.clock.now()
  const { target, delivery } = next
  if (outcome.is === 'taken') return w.noteTaken(tx, target.id, delivery.id, outcome.answer, took, now)
  const { answer, reason } = outcome
  const wait = outcome.is === 'gone' ? null : waitAfter(delivery.tries)
  // Not all at the same second again.
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000 * (1 + Math.random() / 10))
  const next_at = wait === null ? null : later(Math.max(wait, Math.min(outcome.wait ?? 0, 86_400)))
  await w.noteRefused(tx, delivery.id, { answer, reason, took, next_at })
  const rest = outcome.is === 'silent' ? later(restAfter(target.failures + 1, outcome.wait)) : null
  const tries = await w.noteSilent(tx, target.id, rest, now)
  if (outcome.is === 'gone' || (tries && isLost(tries.failures, tries.failing_since, now)))
    await stop(kit, tx, company_id, target, reason)
}
/** Switched off: the company's admins are told, in the panel and by mail. */
async function stop(kit: Kit, tx: Tx, company_id: number, target: q.Target, problem: string): Promise<void> {
  const now = kit.clock.now()
  await w.stopWebhook(tx, target.id, problem)
  const href = `/dashboard/integrations/avisos?id=${target.id}`
  await tellPeople(tx, now, [{ kind: 'link', word: 'parou', to: [], admins: true, name: target.name, href }])
  const company = await findCompany(tx, company_id)
  if (!company?.orders_email) return
  await queueMail(tx, company_id, {
    key: `webhook-${company_id}-${target.id}-${now.getTime()}`,
    to: company.orders_email,
    template: 'link_stopped',
    params: { system: target.name, problem },
    href: `${kit.config.publicUrl}${href}`,
  })
}

export const tasks: Tasks = {
  deliver_webhooks: ({ kit }) => deliverDue(kit),
}
export const platformTasks: PlatformTasks = {
  /** What waits for its next try. */
  webhooks_due: {
    cron: '* * * * *',
    irreversible: false,
    async run(kit) {
      await acrossCompanies(kit.pool, (tx) => w.clockBack(tx, kit.clock.now()))
      await deliverDue(kit)
    },
  },
  sweep_webhooks: {
    cron: '50 * * * *',
    irreversible: true,
    async run(kit) {
      const sweep = () => acrossCompanies(kit.pool, (tx) => w.sweepDeliveries(tx, kit.clock.now(), SWEPT_AT_ONCE))
      while ((await sweep()) === SWEPT_AT_ONCE);
    },
  },
}
