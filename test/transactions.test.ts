// Transactions whose beginning and end travel with their questions, also behind a pooler that keeps nothing prepared.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as prepared from '#server/db.ts'
import { aCompany, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let company: number
before(async () => {
  t = await startTestApp()
  company = (await aCompany(t)).id
})
after(() => t.close())

const number = async () =>
  Number(
    (await t.owner.query('select order_number from company_counters where company_id = $1', [company])).rows[0]
      .order_number,
  )
const behindPooler = async (): Promise<typeof prepared> => {
  process.env.PGBOUNCER = '1'
  try {
    const again = '../src/server/db.ts?pooler'
    return (await import(again)) as typeof prepared
  } finally {
    delete process.env.PGBOUNCER
  }
}

for (const [mode, load] of [['prepared', async () => prepared] as const, ['behind a pooler', behindPooler] as const]) {
  test(`the last question of a transaction is written with it, and a later one begins another (${mode})`, async () => {
    const { lazyTransaction, openPool } = await load()
    const pool = openPool(t.config.databaseUrl, 2)
    try {
      const first = await number()
      const work = lazyTransaction(pool, { company_id: company })
      await work.tx.sql`update company_counters set order_number = order_number + 1`
      assert.equal(await number(), first, 'nothing is written before the end')
      const [row] = await work.tx
        .last`update company_counters set order_number = order_number + ${1}::bigint returning order_number as n, app.company() as company`
      assert.deepEqual(row, { n: first + 2, company })
      assert.equal(await number(), first + 2)
      await work.tx.sql`update company_counters set order_number = 0`
      await work.rollback()
      assert.equal(await number(), first + 2)
    } finally {
      await pool.end()
    }
  })
  test(`a question that fails takes its transaction with it and leaves the connection good (${mode})`, async () => {
    const { lazyTransaction, openPool } = await load()
    const pool = openPool(t.config.databaseUrl, 1)
    try {
      const first = await number()
      for (let i = 0; i < 2; i++) {
        const alone = lazyTransaction(pool, { company_id: company })
        await assert.rejects(alone.tx.last`select 1 / ${0}::int`, { code: '22012' })
        await alone.rollback()
        const work = lazyTransaction(pool, { company_id: company })
        await work.tx.sql`update company_counters set order_number = order_number + 1`
        await assert.rejects(work.tx.last`select order_number / ${0}::int from company_counters`, { code: '22012' })
        await work.rollback()
        const unknown = lazyTransaction(pool, { company_id: company })
        await assert.rejects(unknown.tx.first`select * from there_is_no_such_table`, { code: '42P01' })
        await unknown.rollback()
      }
      const next = lazyTransaction(pool, { company_id: company })
      assert.deepEqual(await next.tx.first`select app.company() as company`, { company })
      await next.commit()
      const nobody = lazyTransaction(pool, null)
      assert.deepEqual(
        await nobody.tx.sql`select order_number from company_counters`,
        [],
        'the connection keeps nothing of the company',
      )
      await nobody.commit()
      assert.equal(await number(), first)
    } finally {
      await pool.end()
    }
  })
}
