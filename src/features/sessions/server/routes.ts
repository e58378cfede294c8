import type { FastifyInstance } from 'fastify'
import { sendPasswordLink } from '#features/users/server/index.ts'
import { checkPassword, hashPassword } from '#server/passwords.ts'
import { countTry, giveBack, isClosed, type Kit, serve } from '#server/serve.ts'
import { inTurn } from '#server/turns.ts'
import { claimedClient, isClientLink, tokenHash } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { changePassword, forgotPassword, openPublicSession, readSession, signIn, signOut, signOutEverywhere } from '../contract.ts'
import { isTenantHost, passwordIssue, pathOfHost } from '../rules.ts'
import { accountOf, openAccount } from './open.ts'
import * as q from './queries.ts'

const QUARTER = 15 * 60

export function routes(app: FastifyInstance, kit: Kit): void {
  const { db, config } = kit

  // One after another for an account, each counted before it is checked and given back when it was right: guesses at once stay
  // within the limit, and eight screens that sign in at once are no guesses.
  serve(app, kit, signIn, ({ body, host, ip, now, request }) =>
    inTurn(`login:${body.email}`, async () => {
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
      const accounts = await q.findAccounts(db, body.email, isTenantHost(host) ? pathOfHost(host) : null)
      let account: q.AccountRow | undefined
      for (const a of accounts.length > 0 ? accounts : [null]) {
        if (await checkPassword(body.password, a?.password_hash ?? null)) account ??= a ?? undefined
      }
      const demo = body.email.endsWith('@mostruario.test') || body.email.endsWith('@aroeira.test')
      if (!account || account.is_public || (config.demoClosed && demo)) throw new Refusal('bad_credentials')
      await q.forgetHits(db, key)
      await giveBack(kit, [ipKey])
      return openAccount(kit, { user_id: account.user_id, company_id: account.company_id, kind: 'user', stay: body.stay ?? false, agent: request.headers['user-agent'] ?? '' }, now)
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
    if (isTenantHost(host) && (await q.findCompanyByPath(db, pathOfHost(host)))?.company_id !== company.company_id) throw new Refusal('other_company')
    if (isClosed(company, now)) throw new Refusal('catalogue_closed')
    if (body.user_id === undefined) {
      if (company.public_user === null) throw new Refusal('catalogue_closed')
      return openAccount(kit, { user_id: company.public_user, company_id: company.company_id, kind: 'public', stay: false, agent }, now)
    }
    const claimed = claimedClient(String(body.user_id))
    const user = claimed === null ? undefined : await q.findAccount(db, claimed)
    const good = user && user.company_id === company.company_id && user.level === 3 && !user.is_public
    if (!good || !isClientLink(config.appKey, String(body.user_id), { id: user.user_id, link_version: user.link_version })) throw new Refusal('client_link')
    return openAccount(kit, { user_id: user.user_id, company_id: user.company_id, kind: 'user', stay: true, agent }, now)
  })

  serve(app, kit, readSession, async ({ tx, session }) => {
    const s = session as NonNullable<typeof session>
    const acting = s.acting_id === null ? null : { name: s.acting, until: s.expires_at ?? kit.clock.now() }
    return { ...(await accountOf(tx, s.user_id, s.company_id, kit.clock.now())), kind: s.kind, acting }
  })
  serve(app, kit, signOut, async ({ token }) => {
    await q.endSession(db, tokenHash(token))
  })
  serve(app, kit, signOutEverywhere, async ({ session }) => ({ ended: await q.endSessions(db, session?.user_id ?? 0, null) }))

  serve(app, kit, forgotPassword, async ({ body, host, ip, now }) => {
    await countTry(
      kit,
      [
        { key: `forgot:${body.email}`, limit: config.limits.forgot_account, seconds: 3600 },
        { key: `forgot-ip:${ip}`, limit: config.limits.forgot_ip, seconds: 3600 },
      ],
      now,
    )
    const accounts = await q.findAccounts(db, body.email, isTenantHost(host) ? pathOfHost(host) : null)
    // After the answer, so that a known e-mail takes no longer than an unknown one; from here on the queue sees to it.
    setImmediate(() => {
      for (const account of accounts.filter((a) => !a.is_public)) void sendPasswordLink(kit, db, account, body.email, now).catch(() => {})
    })
    return { message: 'Se o e-mail existir, o link para criar outra senha chega em alguns minutos.' }
  })

  serve(app, kit, changePassword, async ({ tx, body, session, token, now, ip }) => {
    if (session?.kind === 'public') throw new Refusal('forbidden')
    if (!session && !body.token) throw new Refusal('unauthorized')
    await countTry(kit, [{ key: `password-ip:${ip}`, limit: config.limits.login_ip, seconds: 60 }], now)
    let user_id = session?.user_id
    // In the call's transaction: a password that is refused leaves the link as it was.
    if (body.token) user_id = (await q.takePasswordToken(tx, tokenHash(body.token), now)) ?? undefined
    if (user_id === undefined) throw new Refusal(body.token ? 'reset_link' : 'unauthorized')
    if (!body.password) throw invalid({ password: 'Preencha este campo.' })
    const user = await q.findAccount(tx, user_id)
    if (!user) throw new Refusal('unauthorized')
    if (!body.token && !(await checkPassword(body.current_password ?? '', user.password_hash))) {
      throw new Refusal('wrong_password', { errors: { current_password: ['A senha atual não confere.'] } })
    }
    const issue = passwordIssue(body.password, { level: user.level, name: user.name, email: user.email, company: user.company_name })
    if (issue) throw invalid({ password: issue })
    await q.setPassword(tx, user_id, await hashPassword(body.password))
    return { ended: await q.endSessions(tx, user_id, body.token ? null : tokenHash(token)) }
  })
}
