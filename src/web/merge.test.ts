import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedParts, collides, merge } from './merge.ts'

const base = { name: 'Casa', tags: ['a'], settings: { site: '', label: 'x' } }
test('what was touched on one side only is that side’s, part by part', () => {
  const mine = { ...base, name: 'Casa Nova', settings: { site: 'https://a.test', label: 'x' } }
  const theirs = { ...base, tags: ['a', 'b'], settings: { site: '', label: 'y' } }
  assert.deepEqual(merge(base, mine, theirs), {
    name: 'Casa Nova',
    tags: ['a', 'b'],
    settings: { site: 'https://a.test', label: 'y' },
  })
  assert.equal(collides(base, mine, theirs), false)
})
test('a part changed on both sides collides, unless both made the same of it; either side can win', () => {
  const mine = { ...base, name: 'Um', settings: { site: 'm', label: 'x' } }
  const theirs = { ...base, settings: { site: 't', label: 'x' } }
  assert.equal(collides(base, mine, theirs), true)
  assert.equal(collides(base, mine, { ...theirs, settings: mine.settings }), false)
  assert.equal(merge(base, mine, theirs).settings.site, 'm')
  assert.deepEqual(
    merge(base, mine, theirs, 'theirs'),
    { ...mine, settings: { site: 't', label: 'x' } },
    'what did not collide stays',
  )
})
test('only what differs is sent', () => {
  assert.deepEqual(changedParts(base.settings, { site: 'm', label: 'x' }), { site: 'm' })
  assert.deepEqual(changedParts(['a'], ['a', 'b']), ['a', 'b'])
})
