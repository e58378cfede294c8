// One call as each role: what is answered, and that a refusal changes nothing.
import assert from 'node:assert/strict'
import type { Company, TestApp } from './kit.ts'

export type Asked = [string, string, object | undefined, number[]]
interface World {
  t: TestApp
  a: Company
  b: Company
  visitor: string
  operator: string
}
/** Nobody, a client, a visitor, the operator, a colleague, another company's admin, the seller, the admin: what each is
 * answered. `stands` reads what a refusal must leave as it was. */
export async function eachRole(
  { t, a, b, visitor, operator }: World,
  rows: Asked[],
  colleague: { token: string },
  stands: string,
): Promise<void> {
  const people = [undefined, a.client.token, visitor, operator, colleague.token, b.admin.token, a.seller.token]
  const sum = async () => (await t.owner.query(stands, [a.id])).rows[0].s
  for (const [method, url, body, wanted] of rows)
    for (const [i, token] of [...people, a.admin.token].entries()) {
      const before = await sum()
      const r = await t.call(method, url, { ...(token && { token }), ...(body && { body }) })
      assert.equal(r.status, wanted[i], `${method} ${url} as ${i}: ${JSON.stringify(r.body).slice(0, 200)}`)
      if (r.status !== 200) assert.equal(await sum(), before, `${method} ${url} as ${i} changed something`)
      if (i === 4 || i === 5) assert.doesNotMatch(JSON.stringify(r.body), /Cliente ALFA|Alguém/)
    }
}
