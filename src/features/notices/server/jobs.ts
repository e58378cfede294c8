// How notices leave: at once to each device, after the quiet hours as one, and by e-mail where no device took them.
import { queueMail } from '#features/mails/server/index.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { enqueue, forEachOf, type PlatformTasks, type Tasks } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { LONGEST_SILENCE, MAIL_AFTER, PAGE, type Push, pushOf, quietUntil, restsAt, STALE } from '../rules.ts'
import { BESIDE, sentenceOf } from '../words.ts'
import { sendPush } from './push.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

const AT_ONCE = 500

export const tasks: Tasks = {
  /** What was just told: each to its person's devices, unless the kind is off or it is quiet. */
  async send_notices({ tx, kit, payload }) {
    for (const n of await q.findUnread(tx, payload.ids as number[])) await deliver(tx, kit.clock.now(), n.user_id, [n])
  },
  /** One push to one device. What its service does not take now is tried again by itself. */
  async push_notices({ kit, payload, company_id }) {
    const { device_id, ids } = payload as { device_id: number; ids: number[] }
    const now = kit.clock.now()
    const found = await inCompany(kit.pool, company_id, (tx) =>
      readPush(tx, { company: company_id, now }, device_id, ids),
    )
    if (!found) return
    const { device, push } = found
    if (restsAt(device.rests_until, now)) throw new Error('push service: asked for a rest')
    const outcome = await sendPush(kit.config, device, push, now)
    const silent = device.failing_since !== null && now.getTime() - device.failing_since.getTime() > LONGEST_SILENCE
    const over = outcome.is === 'gone' || (outcome.is === 'later' && silent)
    await inCompany(kit.pool, company_id, async (tx) => {
      if (outcome.is === 'taken') await w.noteSent(tx, device.id, ids, now)
      else if (over) await w.removeDevice(tx, device.id, device.user_id)
      else if (outcome.is === 'later')
        await w.noteFailed(tx, device.id, now, new Date(now.getTime() + outcome.seconds * 1000))
    })
    // A trial is not repeated: whoever tries looks on.
    if (outcome.is === 'later' && !over && ids.length > 0) throw new Error('push service: later')
  },
}
/** The device and what it is told, as it is now: nothing when either is gone. Without notices it is a trial. */
async function readPush(tx: Tx, { company, now }: { company: number; now: Date }, id: number, ids: number[]) {
  const device = await q.findDevice(tx, id)
  if (!device) return null
  const { user_id, language, names } = device
  const unread = await q.countUnread(tx, user_id)
  const whose = { to: `${company}:${user_id}`, unread, language, names }
  if (ids.length === 0) {
    const trial: Push = { ...whose, title: BESIDE.trial[language], body: '', tag: 'trial', href: '/aparelho', at: 0 }
    return { device, push: trial }
  }
  const fresh = (n: q.Waiting) => n.user_id === user_id && now.getTime() - n.at.getTime() < STALE
  const notices = (await q.findUnread(tx, ids)).filter(fresh)
  return notices.length === 0 ? null : { device, push: pushOf(notices, whose) }
}
/** Puts these on their way to a person's devices, or holds them, or lets them be. */
async function deliver(tx: Tx, now: Date, user: number, notices: q.Waiting[]): Promise<void> {
  const settings = await q.findSettings(tx, user)
  if (!settings) return
  const idsOf = (list: q.Waiting[]) => list.map((n) => n.id)
  const unwanted = notices.filter((n) => settings.off.includes(n.kind))
  if (unwanted.length > 0) await w.letGo(tx, idsOf(unwanted))
  const wanted = idsOf(notices.filter((n) => !settings.off.includes(n.kind)))
  if (wanted.length === 0) return
  const until = quietUntil(settings, settings.time_zone, now)
  if (until) return void (await w.holdNotices(tx, wanted, until, new Date(until.getTime() + MAIL_AFTER)))
  await w.pushing(tx, wanted)
  for (const device_id of await q.deviceIds(tx, user)) await enqueue(tx, 'push_notices', { device_id, ids: wanted })
}
/** What is due for one person: held pushes go as one, what no device took goes as one mail. */
async function deliverDue(kit: Kit, company: number, user: number, now: Date): Promise<void> {
  await inCompany(kit.pool, company, async (tx) => {
    const due = await q.lockDue(tx, user, now)
    const over = due.filter((n) => n.read || (n.sent_at !== null && n.push_at === null))
    if (over.length > 0)
      await w.letGo(
        tx,
        over.map((n) => n.id),
      )
    const open = due.filter((n) => !over.includes(n))
    const ahead = open.filter((n) => n.ahead)
    if (ahead.length > 0)
      await w.redate(
        tx,
        ahead.map((n) => n.id),
        now,
        new Date(now.getTime() + MAIL_AFTER),
      )
    const held = open.filter((n) => n.push_at !== null && (n.ahead || n.push_at <= now))
    if (held.length > 0) await deliver(tx, now, user, held)
    const late = open.filter((n) => !n.ahead && !held.includes(n))
    if (late.length > 0) await mail(kit, tx, { company, user, now }, late)
  })
}
interface Whose {
  company: number
  user: number
  now: Date
}
async function mail(kit: Kit, tx: Tx, { company, user, now }: Whose, late: q.Waiting[]): Promise<void> {
  const settings = await q.findSettings(tx, user)
  const to = await q.findAddressee(tx, user)
  const wanted = late.filter((n) => !settings?.off.includes(n.kind))
  const all = late.map((n) => n.id)
  const [first] = wanted
  if (!settings?.mails || !to || !first) return void (await w.letGo(tx, all))
  const until = quietUntil(settings, settings.time_zone, now)
  if (until) return void (await w.holdNotices(tx, all, until, new Date(until.getTime() + MAIL_AFTER)))
  const { email, language, company: name, path } = to
  const several = BESIDE.several[language].replace('{n}', String(wanted.length))
  const time = (at: Date) =>
    at.toLocaleString('pt-BR', {
      timeZone: settings.time_zone,
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  await queueMail(tx, company, {
    key: `avisos-${company}-${user}-${Math.max(...all)}-${now.getTime()}`,
    to: email,
    language,
    template: 'notices',
    params: { company: name, what: wanted.length === 1 ? sentenceOf(first, language, true) : several },
    rows: wanted.map((n): [string, string] => [sentenceOf(n, language, true), time(n.at)]),
    href: catalogueOrigin(kit.config, path) + (wanted.length === 1 ? first.href : PAGE),
  })
  await w.letGo(tx, all)
  await w.mailed(
    tx,
    wanted.map((n) => n.id),
    now,
  )
}

export const platformTasks: PlatformTasks = {
  deliver_notices: {
    cron: '*/5 * * * *',
    irreversible: false,
    async run(kit) {
      const now = kit.clock.now()
      const due = await acrossCompanies(kit.pool, (tx) => q.findDue(tx, now, AT_ONCE))
      await forEachOf(due, ({ company_id, user_id }) => deliverDue(kit, company_id, user_id, now))
    },
  },
}
