// What decides what a person sees: no database, a transaction that knows two sellers' and two clients' rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { type Asked, projectionOf } from './projection.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const ROWS: Record<string, object> = {
  'seller 7': { hidden_categories: ['9', '2'], hide_no_stock: true },
  'seller 8': { hidden_categories: [], hide_no_stock: false },
  'client 21': { price_table: 3, margin_bp: 500, currency: 'USD', hidden_categories: ['4'] },
}
/** Which clients were looked up, and of whose portfolio. */
let asked: unknown[][] = []
const tx = {
  first: (strings: TemplateStringsArray, ...values: unknown[]) => {
    const text = strings.join('')
    if (text.includes('public_user')) return Promise.resolve({ currency: 'EUR' })
    assert.notEqual(values[0], undefined, 'whoever was not named is looked up')
    if (text.includes('current_seller')) return Promise.resolve(ROWS[`seller ${values[0]}`])
    asked.push(values.slice(0, 2))
    return Promise.resolve(ROWS[`client ${values[0]}`])
  },
} as unknown as Tx
const caller = (more: Partial<Caller> = {}) =>
  ({
    company_id: 5,
    catalogue_version: 3,
    time_zone: 'America/Sao_Paulo',
    user_id: 7,
    level: 2,
    hide_price: false,
    hide_no_stock: false,
    price_table: 2,
    margin_bp: 100,
    currency: 'BRL',
    hidden_categories: [10, 4],
    ...more,
  }) as Caller
const seen = (who: Partial<Caller> = {}, more: Asked = {}) => projectionOf(tx, caller(who), NOW, more)
const refused = (who: Partial<Caller>, more: Asked, code: string) =>
  assert.rejects(seen(who, more), (e) => e instanceof Refusal && e.code === code)

test('a person sees their own prices, without what is hidden from them', async () => {
  assert.deepEqual(await seen(), {
    key: '5|3|2026-11-23|b|2|100|BRL|||4.10',
    raw: false,
    sells: false,
    buyer: { price_table: 2, margin_bp: 100, currency: 'BRL' },
    hide_price: false,
    hide_no_stock: false,
    hidden_categories: [4, 10],
  })
})
test('answers are kept for those alone who see the same: prices, hidden prices, raw prices, stock and categories each count', async () => {
  const keys = await Promise.all([
    seen(),
    seen({ level: 1 }),
    seen({ hide_price: true }),
    seen({ hide_no_stock: true }),
    seen({ hidden_categories: [4] }),
    seen({ price_table: 1 }),
    seen({}, { raw: true }),
    seen({ level: 1 }, { raw: true }),
  ])
  assert.equal(new Set(keys.map((k) => k.key)).size, keys.length)
  const alike = await Promise.all([seen({ hidden_categories: [10, 4, 10] }), seen({ price_table: 2 })])
  for (const { key } of alike) assert.equal(key, keys[0]?.key)
})
test('the seller of a link narrows what is seen, and never widens it; one who narrows nothing changes nothing', async () => {
  const narrowed = await seen({}, { seller_id: 7 })
  assert.deepEqual([narrowed.hidden_categories, narrowed.hide_no_stock], [[2, 4, 9, 10], true])
  const same = await seen({}, { seller_id: 8 })
  assert.deepEqual([same.hidden_categories, same.hide_no_stock], [[4, 10], false])
  assert.equal((await seen({ hide_no_stock: true }, { seller_id: 8 })).hide_no_stock, true)
  assert.deepEqual(await seen({}, { seller_id: 99 }), await seen(), 'a seller who is gone')
})
test('staff who order for a client see with that client’s prices and without what is hidden from either', async () => {
  const found = await seen({ level: 1 }, { client_id: 21 })
  assert.deepEqual(found.buyer, { price_table: 3, margin_bp: 500, currency: 'USD' })
  assert.deepEqual([found.raw, found.hidden_categories], [false, [4, 10]])
  const fresh = await seen({}, { client_id: 'novo' })
  assert.deepEqual(fresh.buyer, { price_table: 1, margin_bp: 0, currency: 'EUR' })
})
test('a seller orders for clients of their own portfolio, an admin for all, a client for nobody', async () => {
  asked = []
  await seen({ level: 1 }, { client_id: 21 })
  await seen({ level: 2 }, { client_id: 21 })
  assert.deepEqual(asked, [
    [21, null],
    [21, 7],
  ])
  await refused({ level: 3 }, { client_id: 21 }, 'forbidden')
  await refused({ level: 4 }, { client_id: 21 }, 'forbidden')
  await refused({ level: 2 }, { client_id: 22 }, 'not_found')
})
test('prices of every table are for those who sell and see prices; an admin sees them raw', async () => {
  assert.deepEqual((await seen({ level: 2 }, { raw: true })).sells, true)
  assert.deepEqual((await seen({ level: 2 }, { raw: true })).raw, false)
  assert.deepEqual((await seen({ level: 1 })).raw, true)
  await refused({ level: 3 }, { raw: true }, 'forbidden')
  await refused({ level: 2, hide_price: true }, { raw: true }, 'forbidden')
})
