// Companies as the platform's operator works with them.
import type { FastifyInstance } from 'fastify'
import { limitIssues, projectCompany, readCompanyRow, resellerOf } from '#features/companies/server/index.ts'
import { keepImage, servePictures } from '#features/images/server/index.ts'
import { askConfirmation } from '#features/mails/server/index.ts'
import { createIn, sendPasswordLinks } from '#features/users/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { enqueue } from '#server/jobs.ts'
import { escapeLike, inCompany, type Tx } from '#server/db.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { newToken, tokenHash } from '#server/session.ts'
import { EMAIL } from '#shared/email.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { GONE } from '../rules.ts'
import { beginCompany } from './create.ts'
import { findCompanies } from './queries.ts'
import * as w from './writes.ts'

/** How long an operator stays inside a company. */
const VISIT = 30 * 60_000

export function companyRoutes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listCompanies, async ({ tx, query, session, now }) => {
    const { limit, page, offset } = paging(query, 1000, session as never)
    const rows = await findCompanies(tx, {
      text: escapeLike((query.name ?? '').trim()),
      state: query.state ?? null,
      now,
      limit,
      offset,
    })
    return { rows: rows.map((r) => projectCompany(r, 0, now)), total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, c.searchCompanies, async ({ tx, params, now }) => {
    const rows = await findCompanies(tx, {
      text: escapeLike(params.text.trim()),
      state: null,
      now,
      limit: 50,
      offset: 0,
    })
    return rows.map((r) => projectCompany(r, 0, now))
  })
  servePictures(app, kit, c.createCompany, async ({ tx, body, pictures, now }) => {
    const { admin_email, admin_name, reseller, ...given } = body
    const errors = limitIssues(body, null, dayIn(body.time_zone ?? HOME_ZONE, now))
    if (body.orders_email && !EMAIL.test(body.orders_email.toLowerCase())) errors.orders_email = 'E-mail inválido.'
    if (admin_email && !EMAIL.test(admin_email.toLowerCase())) errors.admin_email = 'E-mail inválido.'
    if (Object.keys(errors).length) throw invalid(errors)
    const reseller_id = reseller ? await resellerOf(tx, reseller) : given.reseller_id
    const { id } = await beginCompany(
      tx,
      { ...given, reseller_id, orders_email: body.orders_email?.toLowerCase() ?? '' },
      now,
    )
    if (body.orders_email) await askConfirmation(kit, tx, { company: id, now }, [body.orders_email])
    const logo = pictures.file?.[0]
    if (logo) await w.setLogo(tx, id, (await keepImage(kit, tx, id, logo)).path)
    if (admin_email) {
      const user = await createIn(tx, id, {
        name: admin_name || 'Administrador',
        email: admin_email,
        password: newToken(kit.config.appKey),
        level: 1,
      })
      await sendPasswordLinks(
        kit,
        tx,
        [
          {
            user_id: user,
            company_id: id,
            name: admin_name || 'Administrador',
            company_name: body.name,
            language: 'pt',
          },
        ],
        admin_email,
        now,
      )
    }
    return one(tx, id, now)
  })
  serve(app, kit, c.deleteCompany, async ({ tx, params, now }) => {
    if (!(await w.markDeleted(tx, params.company, now))) throw new Refusal('not_found')
    await enqueue(tx, 'keep_archive', {}, { key: `archive-${params.company}` })
  })
  serve(app, kit, c.restoreCompany, async ({ tx, params, now }) => {
    if (!(await w.markRestored(tx, params.company, now))) throw new Refusal('not_found', { message: GONE })
    return one(tx, params.company, now)
  })
  serve(app, kit, c.visitCompany, async ({ params, body, session, now }) => {
    const token = newToken(kit.config.appKey)
    const until = new Date(now.getTime() + VISIT)
    const admin = await inCompany(kit.pool, params.company, (tx) =>
      w.openVisit(tx, {
        hash: tokenHash(token),
        operator: session?.user_id as number,
        company: params.company,
        reason: body.reason,
        now,
        until,
      }),
    )
    if (admin === null)
      throw new Refusal('not_found', { message: 'Esta empresa não tem administrador ativo. Crie um antes.' })
    return { token, until }
  })
  async function one(tx: Tx, id: number, now: Date) {
    const row = await readCompanyRow(tx, id)
    if (!row) throw new Refusal('not_found')
    return projectCompany(row, 0, now)
  }
}
