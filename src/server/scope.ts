// Which company a call works in: the session's, or the one that an operator names.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'
import type { Endpoint } from '#shared/wire.ts'
import type { WireBody } from './body.ts'
import type { Scope } from './db.ts'
import type { Session } from './session.ts'

/** Companies that body and query name; a handler never sees them there. */
export function namedCompany(request: FastifyRequest, wire: WireBody): unknown[] {
  const named = [wire.fields.company_id, (request.query as Record<string, unknown>).company_id].filter(
    (v) => v !== undefined && v !== '',
  )
  delete wire.fields.company_id
  return named
}
/** Whom a call works for. */
export function scopeOf(endpoint: Endpoint, request: FastifyRequest, named: unknown[]): Scope {
  const session = request.session
  const params = request.params as Record<string, string>
  if (!session) return null
  if (session.company_id === null) {
    const company = params.company ?? named[0]
    return {
      operator: true,
      user_id: session.user_id,
      ...(company !== undefined && { company_id: companyParam(String(company)) }),
    }
  }
  if (named.some((v) => String(v) !== String(session.company_id))) throw new Refusal('other_company')
  if (params.company !== undefined && companyParam(params.company) !== session.company_id)
    throw new Refusal('not_found')
  return endpoint.options.levels === 'anyone' ? null : { ...pickScope(session), company_id: session.company_id }
}
const pickScope = ({ user_id, acting_id, scopes, name }: Session) => ({ user_id, acting_id, key: scopes ? name : '' })
const companyParam = (v: string) => {
  if (!/^\d{1,15}$/.test(v)) throw new Refusal('not_found')
  return Number(v)
}
