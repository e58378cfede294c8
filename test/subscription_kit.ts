// What tests of subscriptions share: requests, invoices and their payment, on a day that they choose.
import assert from 'node:assert/strict'
import { aCompany, aPerson, type Company, startTestApp, UNLIMITED } from './kit.ts'

export async function startSubscriptions(config: { webhookSecret?: string } = {}) {
  const t = await startTestApp({ config: { limits: UNLIMITED, ...config } })
  let operator = ''
  const request = (c: Company, more: object, token = c.admin.token) =>
    t.call('POST', '/api/v2/subscription/', {
      token,
      body: {
        frequency: 'monthly',
        plan_id: 2,
        option: 'mensal',
        billing_name: 'Casa Aroeira Ltda',
        billing_document: '529.982.247-25',
        billing_email: 'financeiro@aroeira.test',
        phone: '(11) 91234-5678',
        company_id: String(c.id),
        ...more,
      },
    })
  /** The invoice of what is asked for. */
  async function asks(c: Company, more: object): Promise<{ id: number; amount: string; status: string }> {
    const r = await request(c, more)
    assert.equal(r.status, 200, JSON.stringify(r.body))
    return (await t.call('GET', `/api/v2/invoices/${r.body.data.invoice}`)).body.data
  }
  const confirm = (id: number, amount: string) =>
    t.call('POST', `/api/v2/subscriptions/invoices/${id}/confirm`, { token: operator, body: { amount } })
  return {
    t,
    /** The token of an operator of that day. */
    operator: () => operator,
    /** At noon of a day, when the sessions of before have ended. */
    async on(day: string, c?: Company) {
      t.clock.set(`${day}T15:00:00Z`)
      operator = (await aPerson(t, null, 0)).token
      if (c) c.admin = await aPerson(t, c.id, 1)
    },
    trial: (more: object = {}) => aCompany(t, { trial: true, valid_until: '2026-12-12', max_products: 500, ...more }),
    request,
    asks,
    confirm,
    async pays(c: Company, more: object) {
      const bill = await asks(c, more)
      if (bill.status === 'aberta') assert.equal((await confirm(bill.id, bill.amount)).body.data.result, 'paga')
      return bill
    },
    read: async (c: Company) => (await t.call('GET', '/api/v2/subscription/', { token: c.admin.token })).body.data,
  }
}
