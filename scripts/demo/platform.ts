// The demo's platform: who receives a Pix, a consultant, companies in every state, so that the
// operator's screens can be tried.
import { beginCompany } from '#features/platform/server/index.ts'
import { addDays } from '#shared/day.ts'
import { acrossCompanies, openPool } from '#server/db.ts'

/** The demonstration's own values, by which remove.ts and find-real.ts recognise it. */
export const PLATFORM_MAIL = 'pedidos@demo.test'
export const PIX_KEY = '7f6844d0-de89-47e5-9ef7-e0a35a681615'
export const CONSULTANT = 'Ana Paula'
/** The plans that the platform begins with. */
export const PLANS = ['Profissional', 'Diamante', 'Silício']
export const COUPONS = ['10', 'FEIRA']
const COMPANIES = [
  { name: 'Empório Girassol', days: 14, colour: '#f2c230', city: 'Holambra', trial: true },
  { name: 'Ferragens Brandão', days: 4, colour: '#7a5230', city: 'Betim', trial: true },
  { name: 'Linho & Mar', days: 254, colour: '#7a3b69', city: 'Florianópolis', trial: false },
  { name: 'Cerâmica do Vale', days: -2, colour: '#125d5b', city: 'Cunha', trial: false },
  {
    name: 'Papelaria Tupi',
    days: 40,
    colour: '#a3231c',
    city: 'Recife',
    trial: false,
    blocked: 'pagamento contestado',
  },
  { name: 'Doces da Olívia', days: 213, colour: '#c98a2b', city: 'Tiradentes', trial: false },
]
export async function loadPlatform(appUrl: string, now: Date): Promise<void> {
  const pool = openPool(appUrl, 1, 60_000)
  const today = now.toISOString().slice(0, 10)
  try {
    for (const [i, c] of COMPANIES.entries())
      await acrossCompanies(pool, async (tx) => {
        const { id } = await beginCompany(
          tx,
          {
            name: c.name,
            valid_until: addDays(today, c.days),
            trial: c.trial,
            plan_id: (i % 3) + 1,
            orders_email: PLATFORM_MAIL,
          },
          now,
        )
        await tx.sql`update companies set primary_color = ${c.colour}, city = ${c.city},
          is_blocked = ${c.blocked !== undefined}, blocked_reason = ${c.blocked ?? ''} where id = ${id}`
      })
    await acrossCompanies(
      pool,
      (tx) => tx.sql`update platform set pix_key = ${PIX_KEY},
        pix_name = 'Mostruario Demonstracao', pix_city = 'Sao Paulo',
        consultant_name = ${CONSULTANT}, consultant_phone = '11987650000'`,
    )
    await acrossCompanies(
      pool,
      (tx) =>
        tx.sql`insert into coupons (code, percent_bp, yearly_only)
          values (${COUPONS[0]}, 1000, false), (${COUPONS[1]}, 1500, true)`,
    )
  } finally {
    await pool.end()
  }
}
