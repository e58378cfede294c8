// Whose a token is: a database that answers what a test says; its own look-ups are asked with a real one in test/.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#shared/errors.ts'
import type { Tx } from './db.ts'
import {
  claimedClient,
  clientLinkToken,
  findSession,
  isClientLink,
  isOurs,
  newKey,
  newToken,
  sessionOf,
  tokenHash,
} from './session.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
/** A database with this row behind every token, and what it was asked. */
function database(row?: object) {
  const asked: unknown[][] = []
  const first = (strings: TemplateStringsArray, ...values: unknown[]) => {
    asked.push([/app\.\w+/.exec(strings.join('?'))?.[0], ...values])
    return Promise.resolve(row)
  }
  return { db: { first } as unknown as Tx, asked }
}
const token = `mo_${'a'.repeat(43)}`
const key = `mk_${'a'.repeat(43)}`

test('a token finds its session by its hash, with categories as numbers and no limits but the level’s', async () => {
  const { db, asked } = database({ user_id: 7, hidden_categories: ['3', '4'] })
  assert.deepEqual(await sessionOf(db, token, 60, NOW), { user_id: 7, hidden_categories: [3, 4], scopes: null })
  assert.deepEqual(asked, [['app.find_session', tokenHash(token), NOW]])
  assert.equal(await findSession(database().db, token, NOW), null)
})
test('a company’s key is found as one, with its scopes; who asks too often with it is told how long to wait', async () => {
  const row = { user_id: 7, hidden_categories: ['3'], scopes: ['orders:read'], wait: 0 }
  const { db, asked } = database(row)
  assert.deepEqual(await sessionOf(db, key, 60, NOW), { user_id: 7, hidden_categories: [3], scopes: ['orders:read'] })
  assert.deepEqual(asked, [['app.find_key', tokenHash(key), 60, NOW]])
  assert.equal(await sessionOf(database().db, key, 60, NOW), null)
  await assert.rejects(
    sessionOf(database({ ...row, wait: 1 }).db, key, 60, NOW),
    (e) => e instanceof Refusal && e.code === 'too_many' && e.extra.retry_after === 1,
  )
})
test('what cannot be a token is not even looked up', async () => {
  const { db, asked } = database({ user_id: 7, hidden_categories: [], wait: 0 })
  for (const wrong of ['', 'x', `x${token}`, `${token}x`, token.slice(1), `${key}x`, key.slice(0, -1), `mk_x${key}`])
    assert.equal(await sessionOf(db, wrong, 60, NOW), null, wrong)
  for (const wrong of [`${token}${'a'.repeat(23)}`, `${key}${'a'.repeat(25)}`])
    assert.equal(await sessionOf(db, wrong, 60, NOW), null, wrong)
  assert.equal(await findSession(db, key, NOW), null, 'a key is no session')
  assert.deepEqual(asked, [])
})
test('a new token or key is told by its beginning, is never the same and is taken by what looks it up', async () => {
  const [a, b, c] = [newToken('key'), newToken('key'), newKey('key')]
  assert.ok(a !== b && a.startsWith('mo_') && c.startsWith('mk_'))
  const { db, asked } = database({ hidden_categories: [], wait: 0 })
  for (const t of [a, b, c]) await sessionOf(db, t, 60, NOW)
  assert.deepEqual(
    asked.map((x) => x[1]),
    [a, b, c].map(tokenHash),
  )
  assert.equal(tokenHash('a').toString('hex'), 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
})
test('a token that this server gave out is known without asking anybody; what is made up, changed or another server’s is not', () => {
  for (const given of [newToken('key'), newKey('key')]) {
    assert.equal(isOurs('key', given), true)
    assert.equal(isOurs('other', given), false)
    assert.equal(isOurs('key', given.replace(/^m./, 'mx')), false)
    for (const wrong of [given.slice(0, -1), `${given}x`, given.slice(0, 46), `${given.slice(0, 69)}-`, ''])
      assert.equal(isOurs('key', wrong) && wrong !== given, false, wrong)
  }
  assert.equal(isOurs('key', token), false, 'one from before they were signed')
})
test('a client’s personal link opens for this client alone, until it is made anew, with this server’s key', () => {
  const client = { id: 21, link_version: 1 }
  const link = clientLinkToken('key', client)
  assert.match(link, /^c21\.[\w-]{24}$/)
  assert.equal(isClientLink('key', link, client), true)
  assert.equal(isClientLink('other', link, client), false)
  assert.equal(isClientLink('key', link, { ...client, id: 22 }), false)
  assert.equal(isClientLink('key', link, { ...client, link_version: 2 }), false)
  assert.equal(isClientLink('key', `${link}x`, client), false)
  assert.equal(claimedClient(link), 21)
  for (const wrong of [
    `x${link}`,
    `${link}x`,
    link.slice(0, -1),
    link.replace('21', ''),
    link.replace('21', '1'.repeat(16)),
  ])
    assert.equal(claimedClient(wrong), null, wrong)
})
