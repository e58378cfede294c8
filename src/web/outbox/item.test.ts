import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Item, newItem, readItem, readParcel } from './item.ts'

const OWNER = '7:12'
const item = (more: object = {}): Item =>
  ({
    ...newItem(
      OWNER,
      {
        id: 'a'.repeat(32),
        kind: 'order',
        method: 'POST',
        path: '/api/v2/companies/7/order_cart',
        body: { cart_id: 'a' },
        about: { name: 'Padaria' },
        kept: {},
      },
      1,
    ),
    seq: 1,
    ...more,
  }) as Item
const isOurs = (i: Item) => i.path === '/api/v2/companies/7/order_cart'
const parcel = (items: unknown[], owner = OWNER) => JSON.stringify({ mostruario: 'outbox', owner, items })

test('a row of this version is read; one of a newer build, or of none, is not', () => {
  assert.deepEqual(readItem(item()), item())
  const withPhoto = item({ v: 2, files: { photo: 'data:image/jpeg;base64,AA==' } })
  assert.deepEqual(readItem(withPhoto), withPhoto)
  for (const wrong of [
    null,
    'row',
    item({ v: 2 }),
    item({ v: 1, files: { photo: 'data:image/jpeg;base64,AA==' } }),
    item({ v: 2, files: { photo: '/files/other.webp' } }),
    item({ state: 'lost' }),
    item({ method: 'DELETE' }),
    item({ body: [] }),
    item({ about: {} }),
    item({ id: '' }),
  ])
    assert.equal(readItem(wrong), null)
})
test('a file gives its account what it took away, and nobody else anything', () => {
  assert.deepEqual(readParcel(parcel([item()]), OWNER, isOurs), { items: [item()] })
  assert.deepEqual(readParcel(parcel([item()], '7:13'), OWNER, isOurs), { items: [], why: 'other' })
  assert.equal(readParcel(parcel([item({ owner: '7:13' })]), OWNER, isOurs).items.length, 0)
  for (const text of ['', 'null', '[]', '{"items":[]}', parcel(['x'])])
    assert.equal(readParcel(text, OWNER, isOurs).why, 'unreadable')
})
test('a file decides nothing about where it is sent: what no kind here makes stays out', () => {
  const elsewhere = item({ path: '/api/v1/users/1', body: { level: '1' } })
  assert.deepEqual(readParcel(parcel([elsewhere, item()]), OWNER, isOurs).items, [item()])
  assert.equal(readParcel(parcel([elsewhere]), OWNER, isOurs).why, 'unreadable')
  // Twin: with kinds that take everything it would go.
  assert.equal(readParcel(parcel([elsewhere]), OWNER, () => true).items.length, 1)
})
