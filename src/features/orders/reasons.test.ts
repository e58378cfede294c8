import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AMBIGUOUS, OTHER_PORTFOLIO, reasonsFor } from './reasons.ts'

test('tells only admins of other portfolios, and clients of no other client', () => {
  const reasons = ['preco_mudou', AMBIGUOUS, OTHER_PORTFOLIO]
  const read = (origin: string) => (['A', 'S', 'C'] as const).map((reader) => reasonsFor(reader, { reasons, origin }))
  assert.deepEqual(read('vendedor'), [reasons, ['preco_mudou', AMBIGUOUS], ['preco_mudou']])
  assert.deepEqual(read('admin'), [reasons, ['preco_mudou'], ['preco_mudou']])
})
