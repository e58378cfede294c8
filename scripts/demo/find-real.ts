// What an installation holds that the demonstration did not make: a command that deletes a demonstration refuses it.
import type pg from 'pg'
import { CONSULTANT, COUPONS, PIX_KEY, PLANS } from './platform.ts'
import { IS_REAL, MADE_BY_DEMO } from './remove.ts'

/** Each answers the name of one such thing, or none. */
const CHECKS: [what: string, sql: string, values: unknown[]][] = [
  [
    'uma empresa que não é da demonstração',
    `select name from companies c where not ${MADE_BY_DEMO} or ${IS_REAL} order by id limit 1`,
    [],
  ],
  [
    'uma conta que não é da demonstração',
    "select coalesce(nullif(email, ''), name) as name from users where not demo and not is_visitor order by level, id limit 1",
    [],
  ],
  [
    'uma configuração da plataforma que não é da demonstração',
    `select 'chave Pix' as name from platform where pix_key not in ('', $1)
     union all select 'consultor ' || consultant_name from platform where consultant_name not in ('', $4)
     union all select 'cupom ' || code from coupons where code <> all ($2)
     union all select 'plano ' || name from plans where name <> all ($3)
     union all select 'revenda ' || name from resellers limit 1`,
    [PIX_KEY, COUPONS, PLANS, CONSULTANT],
  ],
]
/** What is there of a real installation, in words; null in a demonstration. `demo`: whether one was loaded at all. */
export async function findReal(owner: pg.Client): Promise<{ what: string | null; demo: boolean }> {
  for (const [what, sql, values] of CHECKS) {
    const { rows } = await owner.query<{ name: string }>(sql, values)
    if (rows[0]) return { what: `${what} (${rows[0].name})`, demo: true }
  }
  const { rowCount } = await owner.query('select 1 from users where demo limit 1')
  return { what: null, demo: (rowCount ?? 0) > 0 }
}
