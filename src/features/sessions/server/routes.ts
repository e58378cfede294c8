import type { FastifyInstance } from 'fastify'
import { enterCompany } from '#features/companies/server/index.ts'
import { forgetTries, provePassword, sendPasswordLinks, updateIn } from '#features/users/server/index.ts'
import { isOwnHost } from '#server/addresses.ts'
import { allowsDemo } from '#server/demo-access.ts'
import { acrossCompanies } from '#server/db.ts'
import { fewSalts, whichOpens } from '#server/passwords.ts'
import { countTry, giveBack } from '#server/count-tries.ts'
import { isClosed, type Kit, serve } from '#server/serve.ts'
import { queueFor } from '#server/turns.ts'
import { claimedClient, isClientLink, tokenHash } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import {
  changePassword,
  forgotPassword,
  openPublicSession,
  readSession,
  signIn,
  signOut,
  signOutEverywhere,
} from '../contract.ts'
import { isTenantHost, pathOfHost } from '../rules.ts'
import { accountOf, noteBuyer, openAccount } from './open.ts'
import * as q from './queries.ts'

const QUARTER = 15 * 60
/** Hours after which a sign-up that nobody used or confirmed is not tried at the main host. */
const UNUSED_HOURS = 48

/** One after another for an account: guesses at once stay within the limit. */
const inTurn = queueFor({ waitingOfOne: 49, busy: () => new Refusal('too_many', { retry_after: 1 }) })

/** The path of the company whose host this is; null where people of any company sign in. The installation's own name
 * is no company unless one has that path (DECISIONS, Hosts). */
async function tenantPathOf({ db, config }: Kit, host: string): Promise<string | null> {
  if (!isTenantHost(host)) return null
  const path = pathOfHost(host)
  return isOwnHost(config, host) && !(await q.findCompanyByPath(db, path)) ? null : path
}

export function routes(app: FastifyInstance, kit: Kit): void {
  const { db, config } = kit

  // Each is counted before it is checked and given back when it was right: eight screens that
  // sign in at once are no guesses.
  serve(app, kit, signIn, ({ body, host, ip, now, request }) =>
    inTurn(body.email, async () => {
      const key = `login:${body.email}`
      const ipKey = `login-ip:${ip}`
      await countTry(
        kit,
        [
          { key, limit: config.limits.login_account, seconds: QUARTER },
          { key: ipKey, limit: config.limits.login_ip, seconds: 60 },
        ],
        now,
      )
      const since = new Date(now.getTime() - UNUSED_HOURS * 3_600_000)
      const accounts = await q.findAccounts(db, body.email, await tenantPathOf(kit, host), since)
      const demo = await q.findDemoAccounts(
        db,
        accounts.map((a) => a.user_id),
      )
      // One that is closed here does not hide another of the same e-mail.
      const opening = accounts.flatMap((a) =>
        a.password_hash === null || a.is_public || (demo.includes(a.user_id) && !allowsDemo(config, request, a.level))
          ? []
          : [{ ...a, password_hash: a.password_hash }],
      )
      const tried = fewSalts(opening)
      const found = await whichOpens(
        body.password,
        tried.map((a) => a.password_hash),
      )
      const account = found ? tried[found.index] : undefined
      if (!account) throw new Refusal('bad_credentials')
      await forgetTries(db, key)
      await giveBack(kit, [ipKey])
      if (found?.anew) await q.joinSalt(db, account.user_id, account.password_hash, found.anew)
      return openAccount(
        kit,
        {
          user_id: account.user_id,
          company_id: account.company_id,
          kind: 'user',
          stay: body.stay ?? false,
          agent: request.headers['user-agent'] ?? '',
          ip,
        },
        now,
      )
    }),
  )

  serve(app, kit, openPublicSession, async ({ body, host, ip, now, request }) => {
    const path = String(body.company_path ?? pathOfHost(host)).toLowerCase()
    const agent = request.headers['user-agent'] ?? ''
    const company = path ? await q.findCompanyByPath(db, path) : undefined
    await countTry(
      kit,
      [
        { key: `client-ip:${ip}`, limit: config.limits.login_client_ip, seconds: 60 },
        { key: `client-co:${company?.company_id ?? 0}`, limit: config.limits.login_client_company, seconds: 60 },
      ],
      now,
    )
    if (!company) throw new Refusal('unknown_company')
    const tenant = await tenantPathOf(kit, host)
    if (tenant !== null && (await q.findCompanyByPath(db, tenant))?.company_id !== company.company_id)
      throw new Refusal('other_company')
    if (isClosed(company, now)) throw new Refusal('catalogue_closed')
    if (body.user_id === undefined) {
      if (company.public_user === null) throw new Refusal('catalogue_closed')
      return openAccount(
        kit,
        { user_id: company.public_user, company_id: company.company_id, kind: 'public', stay: false, agent, ip },
        now,
      )
    }
    const claimed = claimedClient(String(body.user_id))
    const user = claimed === null ? undefined : await q.findLinkedClient(db, claimed)
    if (
      claimed === null ||
      user?.company_id !== company.company_id ||
      !isClientLink(config.appKey, String(body.user_id), { id: claimed, link_version: user.link_version })
    )
      throw new Refusal('client_link')
    return openAccount(
      kit,
      { user_id: user.user_id, company_id: user.company_id, kind: 'user', stay: true, by_link: true, agent, ip },
      now,
    )
  })

  serve(app, kit, readSession, async ({ tx, session, ip, now, request }) => {
    const s = session as NonNullable<typeof session>
    const { company_id } = s
    if (company_id !== null && s.level === 3)
      await noteBuyer(tx, { ...s, company_id }, { ip, agent: request.headers['user-agent'] ?? '' }, now)
    const acting = s.acting_id === null ? null : { name: s.acting, until: s.expires_at ?? kit.clock.now() }
    return { ...(await accountOf(kit, tx, s, kit.clock.now())), kind: s.kind, acting }
  })
  serve(app, kit, signOut, async ({ token }) => {
    await q.endSession(db, tokenHash(token))
  })
  serve(app, kit, signOutEverywhere, async ({ session }) => ({
    ended: await q.endSessions(db, session?.user_id ?? 0, null),
  }))

  serve(app, kit, forgotPassword, async ({ body, host, ip, now }) => {
    await countTry(
      kit,
      [
        { key: `forgot:${body.email}`, limit: config.limits.forgot_account, seconds: 3600 },
        { key: `forgot-ip:${ip}`, limit: config.limits.forgot_ip, seconds: 3600 },
      ],
      now,
    )
    const accounts = await q.findAccounts(db, body.email, await tenantPathOf(kit, host))
    // After the answer, so that a known e-mail takes no longer than an unknown one; from here on the queue sees to it.
    setImmediate(() => {
      const people = accounts.filter((a) => !a.is_public)
      void sendPasswordLinks(kit, db, people, body.email, now).catch(() => {})
    })
    return { message: 'Se o e-mail existir, o link para criar outra senha chega em alguns minutos.' }
  })

  serve(app, kit, changePassword, async ({ body, session, token, now, ip }) => {
    if (session?.kind === 'public') throw new Refusal('forbidden')
    if (!session && !body.token) throw new Refusal('unauthorized')
    if (body.token) await countTry(kit, [{ key: `password-ip:${ip}`, limit: config.limits.login_ip, seconds: 60 }], now)
    else await provePassword(kit, { user_id: session?.user_id ?? 0, ip }, body.current_password, now)
    const changed = await acrossCompanies(kit.pool, async (tx) => {
      // A link is used up together with the change: a password that is refused leaves it whole.
      const user_id = body.token
        ? await q.takePasswordToken(tx, tokenHash(body.token), now)
        : (session?.user_id ?? null)
      if (user_id === null) throw new Refusal('reset_link')
      if (!body.password) throw invalid({ password: 'Preencha este campo.' })
      const user = await q.findAccount(tx, user_id)
      if (!user) throw new Refusal('unauthorized')
      if (user.company_id !== null) await enterCompany(tx, user.company_id)
      return {
        user,
        ended: await updateIn(
          tx,
          user_id,
          { password: body.password },
          { user_id, keep: body.token ? null : tokenHash(token) },
        ),
      }
    })
    // Whoever had forgotten the password may enter with the new one at once, however often the old one was tried.
    if (body.token)
      for (const key of [`login:${changed.user.email}`, `password:${changed.user.user_id}`]) await forgetTries(db, key)
    return { ended: changed.ended }
  })
}
