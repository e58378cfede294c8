// Many mails at once: none waits for another company's mails, or for a domain whose mail server does not answer.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { aCompany, type Company, startTestApp, type TestApp, until } from '../../../../test/kit.ts'
import { type SmtpSimulator, smtpSimulator } from '../../../../test/simulators.ts'
import { inCompany } from '#server/db.ts'
import { queueMail } from './index.ts'

const CONNECTIONS = 5
/** Longer than any test, and than the patience of the mailer below. */
const FOREVER = 2 ** 31 - 1
let t: TestApp
let busy: Company
let other: Company
let smtp: SmtpSimulator
beforeEach(async () => {
  smtp = await smtpSimulator()
  t = await startTestApp({ config: { smtpUrl: `${smtp.url}?socketTimeout=${FOREVER}`, mailConnections: CONNECTIONS } })
  busy = await aCompany(t)
  other = await aCompany(t)
})
afterEach(async () => {
  smtp.close()
  await t.close()
})
const queue = (company: Company, many: number, domain = `${company.path}.test`) =>
  inCompany(t.kit.pool, company.id, async (tx) => {
    for (let n = 0; n < many; n++)
      await queueMail(tx, company.id, {
        key: `${domain}-${n}`,
        to: `pessoa${n}@${domain}`,
        template: 'order',
        params: {},
      })
  })
const takenFor = (domain: string) => smtp.messages.filter((m) => m.includes(`@${domain}`)).length
/** Jobs without what makes them fair: the order in which they were queued. */
const oneQueue = () => t.owner.query('update graphile_worker._private_jobs set flags = null, priority = 0')

test('a mail leaves before the hundreds of another company that were queued earlier', async () => {
  smtp.pause = () => 20
  await queue(busy, 300)
  await queue(other, 1)
  await t.jobs()
  await until(async () => takenFor(`${other.path}.test`) === 1)
  assert.ok(takenFor(`${busy.path}.test`) < 60, String(takenFor(`${busy.path}.test`)))
})
test('negative control: in one queue the mail comes after all of them', async () => {
  smtp.pause = () => 0
  await queue(busy, 300)
  await queue(other, 1)
  await oneQueue()
  await t.jobs()
  await until(async () => takenFor(`${other.path}.test`) === 1)
  assert.ok(takenFor(`${busy.path}.test`) > 290, String(takenFor(`${busy.path}.test`)))
})
test('a domain that does not answer keeps its share of connections, and no mail to another domain', async () => {
  smtp.pause = (to) => (to.endsWith('lento.test') ? FOREVER : 0)
  await queue(busy, 20, 'lento.test')
  await t.jobs()
  await until(async () => takenFor('lento.test') === CONNECTIONS - 1)
  await queue(busy, 3, 'outro.test')
  await queue(other, 3)
  await until(async () => takenFor(`${other.path}.test`) === 3)
  assert.equal(takenFor('lento.test'), CONNECTIONS - 1)
})
test('negative control: without shares the silent domain takes every connection', async () => {
  smtp.pause = (to) => (to.endsWith('lento.test') ? FOREVER : 0)
  await queue(busy, 20, 'lento.test')
  await oneQueue()
  await t.jobs()
  await until(async () => takenFor('lento.test') === CONNECTIONS)
  await queue(other, 3)
  assert.equal(takenFor(`${other.path}.test`), 0)
})
test('connections stay open for the next mail, never more than the setting', async () => {
  smtp.pause = () => 5
  await queue(busy, 60)
  await queue(other, 60)
  await t.jobs()
  await until(async () => smtp.messages.length === 120)
  assert.ok(smtp.open_most <= CONNECTIONS, String(smtp.open_most))
  assert.ok(smtp.open_ever <= CONNECTIONS, String(smtp.open_ever))
  assert.equal(new Set(smtp.messages.map((m) => /^Message-ID: (.*)$/im.exec(m)?.[1])).size, 120)
})
