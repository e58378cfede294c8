// The clock set back by an hour while messages wait for another system: they wait no longer than they were told to.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { webhookSimulator, type WebhookSimulator } from '../../../../test/webhook_simulator.ts'
import { platformTasks } from './deliver.ts'

let t: TestApp
let there: WebhookSimulator
before(async () => {
  there = await webhookSimulator()
  t = await startTestApp({ config: { otherHosts: [there.origin] } })
})
after(async () => {
  there.close()
  await t.close()
})
const HOUR = 3_600_000

test('messages that a system refused before the clock was set back by an hour leave in their turn, and so does one whose server died with it', async () => {
  const { admin } = await aCompany(t)
  const ask = (url: string, body: object = {}) => t.call('POST', url, { token: admin.token, body })
  const given = { name: 'Estoque', url: there.origin, events: ['order.created'] }
  const { webhook, secret } = (await ask('/api/v2/webhooks', given)).body.data
  there.secret = secret
  const minute = () => platformTasks.webhooks_due?.run(t.kit) as Promise<void>
  const refused = async () => {
    there.answer = 503
    await ask(`/api/v2/webhooks/${webhook.id}/test`)
    await minute()
    there.answer = 204
    t.clock.forward(-HOUR)
    await minute()
    assert.equal(there.received.length, 0, 'not before its time')
  }
  const leaves = async () => {
    for (let n = 0; n < 2; n++) {
      t.clock.forward(60_000)
      await minute()
    }
    assert.equal(there.received.splice(0).length, 1)
    assert.deepEqual(there.refusals, [])
  }
  await refused()
  await leaves()
  await refused()
  // As a server leaves it that died before it noted anything: the message counts as tried, the system does not rest.
  await t.owner.query('update webhooks set rests_until = null, failures = 0 where id = $1', [webhook.id])
  await leaves()
})
