// Two that wait for each other: PostgreSQL lets them for a second, then sends one of them away. Counted over all that a
// whole run asks; which of them hold what a sale needs is asked call by call in rings.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startTestApp } from './kit.ts'
import { superUrl } from './database.ts'

/** The tests' databases in which that happened, by the files whose they are. */
async function sentAway(admin: pg.Client): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ file: string; many: number }>(
    `select regexp_replace(datname, '_[0-9a-f]{12}$', '') as file, sum(deadlocks)::int as many from pg_stat_database
      where datname like 't\\_%' group by 1 having sum(deadlocks) > 0 order by 1`,
  )
  return Object.fromEntries(rows.map((r) => [r.file, r.many]))
}
const asking = async <T>(work: (admin: pg.Client) => Promise<T>): Promise<T> => {
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

test(
  'in a whole run no two requests or jobs waited for each other',
  {
    skip: process.env.ANSWERED ? false : 'is seen after a whole run',
  },
  async () => assert.deepEqual(await asking(sentAway), {}),
)
test('twin: two that take the same two rows, one in the other order, are seen', async () => {
  const t = await startTestApp()
  const one = new pg.Client({ connectionString: superUrl(t) })
  const other = new pg.Client({ connectionString: superUrl(t) })
  try {
    for (const c of [one, other]) {
      await c.connect()
      await c.query('begin')
    }
    await one.query('select pg_advisory_xact_lock(1)')
    await other.query('select pg_advisory_xact_lock(2)')
    const ends = [one.query('select pg_advisory_xact_lock(2)'), other.query('select pg_advisory_xact_lock(1)')]
    const away = (await Promise.allSettled(ends)).filter((e) => e.status === 'rejected')
    assert.deepEqual(
      away.map((e) => (e.reason as pg.DatabaseError).code),
      ['40P01'],
    )
  } finally {
    // A connection tells what it counted at its end.
    await Promise.all([one.end(), other.end()])
    await t.close()
  }
  assert.equal((await asking(sentAway)).t_sent_away, 1)
})
