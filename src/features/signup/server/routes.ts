import type { FastifyInstance } from 'fastify'
import { pathIssue, slugOf } from '#features/companies/rules.ts'
import { addressTaken } from '#features/companies/server/index.ts'
import { askConfirmation, tellOperators } from '#features/mails/server/index.ts'
import { findPlatform } from '#features/plans/server/index.ts'
import { beginCompany, freeAddress, welcome } from '#features/platform/server/index.ts'
import { openAccount } from '#features/sessions/server/index.ts'
import { createIn } from '#features/users/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { acrossCompanies } from '#server/db.ts'
import { countTry } from '#server/count-tries.ts'
import { type Kit, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import { isState } from '#shared/states.ts'
import { zoneOfCep, zoneOfState } from '#shared/zone-of-place.ts'
import * as c from '../contract.ts'
import * as q from './queries.ts'
import { plantSamples } from './samples.ts'

/** Days in which trials of one contact are looked for. */
const ALIKE_DAYS = 90
/** Operators read that the same e-mail or phone has other trials, once a day for an e-mail. */
const tellOfTrials = (
  kit: Kit,
  c: { id: number; name: string; email: string; phone: string },
  now: Date,
): Promise<void> =>
  acrossCompanies(kit.pool, async (tx) => {
    const others = await q.findTrialsLike(tx, c, new Date(now.getTime() - ALIKE_DAYS * 86_400_000))
    if (others.length === 0) return
    await tellOperators(tx, {
      key: `testes-${c.email}-${dayIn(HOME_ZONE, now)}`,
      template: 'trials',
      params: { company: c.name, email: c.email },
      rows: others.map(({ name }) => [name, '']),
      href: `${kit.config.publicUrl}/dashboard/companies`,
    })
  })

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.readSignup, ({ query }) =>
    acrossCompanies(kit.pool, async (tx) => {
      const { signup_open, trial_days } = await findPlatform(tx)
      const asked = query.path?.toLowerCase() ?? ''
      const path = asked || (query.name ? await freeAddress(tx, query.name) : '')
      const issue = asked
        ? (pathIssue(asked) ??
          ((await addressTaken(tx, asked)) ? 'Este endereço já é de outra empresa. Escolha outro.' : ''))
        : ''
      return { open: signup_open, trial_days, path, issue, base: kit.config.baseDomain }
    }),
  )
  serve(app, kit, c.signUp, async ({ body, ip, now, request }) => {
    await countTry(kit, [{ key: `cadastro-ip:${ip}`, limit: kit.config.limits.signup_ip, seconds: 3600 }], now)
    const phone = phoneDigits(body.phone ?? '')
    const errors: Record<string, string> = {}
    if (!body.agree) errors.agree = 'Para continuar, aceite os termos e o aviso de privacidade.'
    const issue = phoneIssue(body.phone ?? '')
    if (issue) errors.phone = issue
    if (body.state && !isState(body.state)) errors.state = 'Escolha um dos 27 estados pela sigla. Ex.: SP.'
    if (body.cep && !zoneOfCep(body.cep)) errors.cep = 'Este CEP não existe.'
    if (Object.keys(errors).length) throw invalid(errors)
    const made = await acrossCompanies(kit.pool, async (tx) => {
      if (!(await findPlatform(tx)).signup_open) throw new Refusal('signup_closed')
      const tracking = body.tracking ?? {}
      const ref = slugOf(String((tracking as { last?: { ref?: string } }).last?.ref ?? ''))
      const reseller = ref ? (await q.findResellers(tx)).find((r) => slugOf(r.name) === ref) : undefined
      const company = await beginCompany(
        tx,
        {
          name: body.company,
          path: body.path,
          state: body.state ?? '',
          time_zone: body.time_zone ?? zoneOfCep(body.cep ?? '') ?? zoneOfState(body.state ?? '') ?? undefined,
          orders_email: body.email,
          whatsapp_phone: phone,
          reseller_id: reseller?.id ?? null,
          signup: tracking,
          signed_up: true,
        },
        now,
      )
      const admin = await createIn(tx, company.id, {
        name: body.name,
        email: body.email,
        password: body.password,
        phone,
        level: 1,
        language: body.language,
      })
      await welcome(
        kit,
        tx,
        { ...company, name: body.company },
        { name: body.name, email: body.email, ...(body.language && { language: body.language }) },
      )
      await askConfirmation(kit, tx, { company: company.id, now }, [body.email])
      return { admin, company: company.id }
    })
    await tellOfTrials(kit, { id: made.company, name: body.company, email: body.email, phone }, now)
    return openAccount(
      kit,
      {
        user_id: made.admin,
        company_id: made.company,
        kind: 'user',
        stay: true,
        agent: request.headers['user-agent'] ?? '',
      },
      now,
    )
  })

  serve(app, kit, c.addSamples, async ({ tx, body, caller }) => ({
    products: await plantSamples(kit, tx, caller.company_id, body.kind),
  }))
  serve(app, kit, c.countSamples, async ({ tx }) => ({ products: await q.countSamples(tx) }))
  serve(app, kit, c.removeSamples, async ({ tx, now }) => ({ products: await q.dropSamples(tx, now) }))
}
