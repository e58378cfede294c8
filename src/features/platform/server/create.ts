// A company begins: its plan's limits, its own address, the visitor that its public catalogue
// is seen by, and its first admin.
import { pathIssue, slugOf } from '#features/companies/rules.ts'
import { checkZone, enterCompany, holdPath, limitsOf, wantedPath } from '#features/companies/server/index.ts'
import { queueMail } from '#features/mails/server/index.ts'
import { findPlan, findPlans, findPlatform } from '#features/plans/server/index.ts'
import { addDays, showDay } from '#shared/day.ts'
import { catalogueAddress } from '#server/addresses.ts'
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { invalid } from '#shared/errors.ts'
import { freePath } from './queries.ts'
import { addCompany, type NewCompany } from './writes.ts'

/** Space of a trial for its files, in MB. */
const TRIAL_FILES_MB = 1024
type Given = { [K in keyof NewCompany]?: NewCompany[K] | undefined } & { name: string }
/** Creates it and answers its id; without a path its name makes one, numbered when it is taken.
 * Without a date it is on trial. */
export async function beginCompany(
  tx: Tx,
  given: Given,
  now: Date,
): Promise<{ id: number; path: string; valid_until: string }> {
  const plan = given.plan_id === undefined ? (await findPlans(tx, false))[0] : await findPlan(tx, given.plan_id)
  if (!plan) throw invalid({ plan_id: 'Escolha um plano da lista.' })
  const { trial_days } = await findPlatform(tx)
  const time_zone = given.time_zone ?? HOME_ZONE
  await checkZone(tx, time_zone)
  const path = given.path ? await wantedPath(tx, given.path) : await ownAddress(tx, given.name)
  const valid_until = given.valid_until ?? addDays(dayIn(time_zone, now), trial_days)
  const id = await addCompany(
    tx,
    {
      orders_email: '',
      trial: given.valid_until === undefined,
      pedido_pro: true,
      reseller_id: null,
      logo: '',
      whatsapp_phone: '',
      state: '',
      signup: {},
      signed_up: false,
      ...limitsOf(plan),
      ...(given.valid_until === undefined && { max_files_mb: TRIAL_FILES_MB }),
      ...Object.fromEntries(Object.entries(given).filter(([, v]) => v !== undefined)),
      name: given.name,
      path,
      time_zone,
      valid_until,
    },
    now,
  )
  // What follows in this transaction is the company's own.
  await enterCompany(tx, id)
  return { id, path, valid_until }
}
/** An address that a name makes and nobody has; none of `but`. */
export function freeAddress(tx: Tx, name: string, but: string[] = []): Promise<string> {
  const slug = slugOf(name)
  return freePath(tx, pathIssue(slug) ? `loja-${slug}`.replace(/-$/, '').slice(0, 40) : slug, but)
}
/** The same, held for the company that begins: of many that begin at once each has its own. */
async function ownAddress(tx: Tx, name: string): Promise<string> {
  for (const others: string[] = []; ; ) {
    const path = await freeAddress(tx, name, others)
    if (await holdPath(tx, path, false)) return path
    others.push(path)
  }
}
/** Tells the first admin where the catalogue is. */
export const welcome = (
  kit: Kit,
  tx: Tx,
  c: { id: number; name: string; path: string; valid_until: string },
  admin: { name: string; email: string; language?: string },
) =>
  queueMail(tx, c.id, {
    key: `boas-vindas-${c.id}`,
    to: admin.email,
    template: 'welcome',
    ...(admin.language && { language: admin.language }),
    params: {
      company: c.name,
      name: admin.name,
      link: catalogueAddress(kit.config, c.path),
      until: showDay(c.valid_until),
    },
    href: `${kit.config.publicUrl}/session/signin`,
  })
