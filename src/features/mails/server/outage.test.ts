// A mail server that was away for long: what waits leaves when it is back, not when its own wait is over.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { aCompany, type Company, startTestApp, type TestApp, until } from '../../../../test/kit.ts'
import { type SmtpSimulator, smtpSimulator } from '../../../../test/simulators.ts'
import { inCompany } from '#server/db.ts'
import { queueMail } from './index.ts'

let t: TestApp
let a: Company
let smtp: SmtpSimulator
before(async () => {
  smtp = await smtpSimulator()
  t = await startTestApp({ config: { smtpUrl: smtp.url.replace('//', '//loja:segredo@') } })
  a = await aCompany(t)
  await t.jobs()
})
beforeEach(async () => {
  smtp.open = true
  smtp.refuses = {}
  await t.owner.query('delete from mails')
  // A queue stays locked when the job that runs in it is deleted.
  await until(async () => {
    await t.owner.query('delete from graphile_worker._private_jobs where locked_at is null')
    return (await t.owner.query('select 1 from graphile_worker._private_jobs')).rowCount === 0
  })
})
after(async () => {
  smtp.close()
  await t.close()
})
const queue = (...names: string[]) =>
  inCompany(t.kit.pool, a.id, async (tx) => {
    for (const name of names)
      await queueMail(tx, a.id, { key: name, to: `${name}@doces.test`, template: 'order', params: {} })
  })
interface State {
  name: string
  status: string
  tries: number
  attempts: number | null
  /** Whether it waits for long. */
  waits: boolean
}
const states = async (): Promise<State[]> =>
  (
    await t.owner.query<State>(`select split_part(m.recipient, '@', 1) as name, m.status, m.tries, j.attempts,
      coalesce(j.locked_at is null and j.run_at > now() + interval '20 minutes', false) as waits
      from mails m left join graphile_worker._private_jobs j on j.key = 'mail-' || m.id order by m.id`)
  ).rows
/** Tried so often that the next try is most of an hour away. */
const afterHours = async () => {
  await until(
    async () =>
      (await t.owner.query("select 1 from mails where status = 'espera' and tries = 0")).rowCount === 0 &&
      (await t.owner.query('select 1 from graphile_worker._private_jobs where locked_at is not null')).rowCount === 0,
  )
  await t.owner.query(`update graphile_worker._private_jobs set attempts = 8, run_at = now() + interval '45 minutes'
    where key like 'mail-%'`)
}
const asks = async (more = '') =>
  (await t.owner.query(`select 1 from graphile_worker._private_jobs where key = 'ask_mail_server' ${more}`))
    .rowCount === 1
/** Asks now, not in some seconds, until this is so. */
const asked = (so: () => Promise<boolean>, whom = 'true') =>
  until(async () => {
    await t.owner.query(
      `update graphile_worker._private_jobs set run_at = now() where key = 'ask_mail_server' and ${whom}`,
    )
    return so()
  })
const foundAway = () => asked(() => asks("and payload->>'left' = '2'"), "payload->>'left' = '0'")
const nobodyAsks = () => asked(async () => !(await asks()))
const tried = async () => (await states()).map((s) => [s.name, s.tries, s.attempts])

test('a mail server that is back after hours gets within seconds all that waited for it; asking for it uses up no try, and whom it told to come back later is not hurried', async () => {
  await queue('cinza')
  await afterHours()
  smtp.open = false
  const names = Array.from({ length: 12 }, (_, n) => `rosa${n}`)
  await queue(...names)
  await afterHours()
  const before = await tried()
  await foundAway()
  assert.deepEqual(await tried(), before)
  smtp.open = true
  await until(async () => (await states()).every((s) => s.name === 'cinza' || s.status === 'enviada'))
  for (const name of names) {
    assert.equal(smtp.messages.filter((m) => m.includes(`${name}@doces.test`)).length, 1)
    assert.equal((await states()).find((s) => s.name === name)?.tries, 2)
  }
  assert.deepEqual(
    (await states()).filter((s) => s.name === 'cinza'),
    [{ name: 'cinza', status: 'espera', tries: 1, attempts: 8, waits: true }],
  )
  // Nobody waits for it any more: it is asked no more.
  await nobodyAsks()
})
test('a mail that was under way while the server came back is hurried as well', async () => {
  smtp.open = false
  await queue('no-caminho')
  await afterHours()
  smtp.open = true
  // Found away a moment before, and there since.
  await t.owner.query(`update graphile_worker._private_jobs set payload = '{"left": 1, "company_id": null}'
    where key = 'ask_mail_server'`)
  await until(async () => (await states())[0]?.status === 'enviada')
})
test('a server that was there whenever it was asked hurries nothing: a mail that breaks its line has its own growing waits', async () => {
  smtp.refuses = { AUTH: '454 4.7.0 agora não' }
  await queue('quebra')
  await afterHours()
  // On a slow machine it was asked meanwhile, and found away.
  await until(
    async () =>
      (
        await t.owner.query(`update graphile_worker._private_jobs set payload = '{"left": 0, "company_id": null}',
          run_at = now() + interval '1 hour' where key = 'ask_mail_server' and locked_at is null`)
      ).rowCount === 1,
  )
  smtp.refuses = {}
  await nobodyAsks()
  assert.deepEqual(await states(), [{ name: 'quebra', status: 'espera', tries: 1, attempts: 8, waits: true }])
})
test('a wrong password is not shown every ten seconds: minutes pass before it is tried again', async () => {
  smtp.refuses = { AUTH: '535 5.7.8 senha errada' }
  await queue('senha')
  await foundAway()
  assert.ok(await asks("and run_at > now() + interval '2 minutes'"))
  smtp.refuses = {}
  await afterHours()
  await asked(async () => (await states())[0]?.status === 'enviada')
})
