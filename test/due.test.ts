// What the timed jobs find to do: when its hour has come, not before, and for nobody who is away.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findDue as findDueIntegrations } from '#features/integrations/server/queries.ts'
import { findDue as findDueNotices } from '#features/notices/server/queries.ts'
import { findDueFeeds } from '#features/spreadsheets/server/feeds/queries.ts'
import { findDue as findDueWebhooks } from '#features/webhooks/server/queries.ts'
import { acrossCompanies, type Tx } from '#server/db.ts'
import { aCompany, type Company, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())
const NOW = new Date('2026-11-20T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const write = (text: string, values: unknown[]) => t.owner.query(text, values)
/** The companies for which something is found, as often as it is. */
const due = async (find: (tx: Tx) => Promise<{ company_id: number }[]>) =>
  (await acrossCompanies(t.kit.pool, find)).map((r) => r.company_id).sort((x, y) => x - y)
const change = async (table: string, set: string, find: () => Promise<number[]>) => {
  await t.owner.query(`update ${table} set ${set} where company_id = $1`, [a.id])
  return find()
}

test('a notice is due when its device or its mail is, whichever comes first; one that nobody waits for never is', async () => {
  const find = () => due((tx) => findDueNotices(tx, NOW, 10))
  const notice = (push: Date | null, mail: Date | null) =>
    write(
      `insert into person_notices (company_id, user_id, kind, word, href, at, push_at, mail_at)
        values ($1, $2, 'order', 'order', '/x', $3, $4, $5)`,
      [a.id, a.admin.id, at(-60), push, mail],
    )
  await notice(null, null)
  await notice(at(1), at(30))
  assert.deepEqual(await find(), [])
  await notice(at(30), at(0))
  assert.deepEqual(await find(), [a.id])
  await notice(at(-5), null)
  assert.deepEqual(await find(), [a.id], 'a person once')
})
test('a webhook is due while a message waits whose hour has come; one that is off, gone or resting is not, nor a company that is gone', async () => {
  const find = () => due((tx) => findDueWebhooks(tx, NOW, 10))
  const webhook = async (company: Company, next: Date | null, status = 'fila') => {
    const { rows } = await write(
      "insert into webhooks (company_id, name, url, events, created_at) values ($1, 'x', 'https://x.test', '{order.created}', $2) returning id",
      [company.id, NOW],
    )
    await write(
      `insert into webhook_deliveries (company_id, webhook_id, type, about, object_id, occurred_at, status, next_at)
        values ($1, $2, 'order.created', 'order', 1, $3, $4, $5)`,
      [company.id, rows[0].id, NOW, status, next],
    )
    return Number(rows[0].id)
  }
  const its = await webhook(a, at(1))
  await webhook(b, null, 'entregue')
  await write(
    "insert into webhooks (company_id, name, url, events, created_at) values ($1, 'y', 'https://y.test', '{}', $2)",
    [b.id, NOW],
  )
  assert.deepEqual(await find(), [], 'its hour has not come, or nothing waits')
  for (const next of ['null', `'${at(0).toISOString()}'`])
    assert.deepEqual(await change('webhook_deliveries', `next_at = ${next}`, find), [a.id])
  for (const [away, back] of [
    ['active = false', 'active = true'],
    ['deleted_at = now()', 'deleted_at = null'],
    [`rests_until = '${at(1).toISOString()}'`, `rests_until = '${at(0).toISOString()}'`],
  ] as const) {
    assert.deepEqual(await change('webhooks', away, find), [], away)
    assert.deepEqual(await change('webhooks', back, find), [a.id], back)
  }
  const other = await webhook(b, null)
  await write('update webhooks set turn_at = $2 where id = $1', [its, at(-1)])
  const first = await acrossCompanies(t.kit.pool, (tx) => findDueWebhooks(tx, NOW, 1))
  assert.deepEqual(first, [{ company_id: b.id, id: other }], 'who has waited longest goes first')
  await t.owner.query('update companies set deleted_at = now() where id = $1', [a.id])
  assert.deepEqual(await find(), [b.id])
  await t.owner.query('update companies set deleted_at = null where id = $1', [a.id])
})
/** Who is blocked, gone or at the end of what is paid, by the company's own calendar, is waited for. */
async function notAway(find: () => Promise<number[]>): Promise<void> {
  for (const [away, back] of [
    ['deleted_at = now()', 'deleted_at = null'],
    ['is_blocked = true', 'is_blocked = false'],
    ["valid_until = '2026-11-19'", "valid_until = '2026-11-20'"],
  ] as const) {
    await t.owner.query(`update companies set ${away} where id = $1`, [a.id])
    assert.deepEqual(await find(), [], away)
    await t.owner.query(`update companies set ${back} where id = $1`, [a.id])
    assert.deepEqual(await find(), [a.id], back)
  }
}
test('an ERP is due half an hour after it was asked, and half an hour after a run of it began; not while one goes on or waits', async () => {
  const find = () => due((tx) => findDueIntegrations(tx, NOW))
  const { rows } = await write(
    "insert into integrations (company_id, type, synced_at, created_at) values ($1, 'bling', $2, $2) returning id",
    [a.id, at(-31)],
  )
  assert.deepEqual(await find(), [a.id])
  await write(
    `insert into sync_runs (company_id, integration_id, mode, status, started_at, heartbeat_at)
      values ($1, $2, 'full', 'falhou', $3, $3)`,
    [a.id, rows[0].id, at(-31)],
  )
  assert.deepEqual(await find(), [a.id], 'a run that failed long ago')
  const shut = async (table: string, away: string, back: string) => {
    assert.deepEqual(await change(table, away, find), [], away)
    assert.deepEqual(await change(table, back, find), [a.id], back)
  }
  await shut('sync_runs', `started_at = '${at(-29).toISOString()}'`, `started_at = '${at(-30).toISOString()}'`)
  await shut('sync_runs', "status = 'espera'", "status = 'pronto'")
  await shut('sync_runs', "status = 'andando'", "status = 'falhou'")
  await shut('integrations', `synced_at = '${at(-30).toISOString()}'`, `synced_at = '${at(-31).toISOString()}'`)
  await shut('integrations', 'active = false', 'active = true')
  await shut('integrations', "problem = 'x'", "problem = ''")
  await shut('integrations', 'deleted_at = now()', 'deleted_at = null')
  await notAway(find)
})
test('a feed is due when its hour has come', async () => {
  const find = () => due((tx) => findDueFeeds(tx, NOW, 10))
  await write(
    `insert into feeds (company_id, name, url, every_hours, next_at, user_id, created_at)
      values ($1, 'x', 'https://x.test', 1, $2, $3, $2)`,
    [a.id, at(1), a.admin.id],
  )
  assert.deepEqual(await find(), [])
  assert.deepEqual(await change('feeds', `next_at = '${at(0).toISOString()}'`, find), [a.id])
  for (const [away, back] of [
    ['active = false', 'active = true'],
    ['deleted_at = now()', 'deleted_at = null'],
  ] as const) {
    assert.deepEqual(await change('feeds', away, find), [], away)
    assert.deepEqual(await change('feeds', back, find), [a.id], back)
  }
  await notAway(find)
})
