// Who may make a call gets its answer: seen of every call and everybody, over all that a whole run asks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answeredCells } from './answered.ts'
import { rights } from './permissions.ts'

const answered = answeredCells()
/** Whom a call lets in that is open to everybody: nobody's answer is anybody's. */
const OPEN = 'nvcsao'
const may = [...rights()]
  // Files of the pages are no calls.
  .filter(([call]) => call.includes(' /api/'))
  .flatMap(([call, letters]) =>
    [...(letters === OPEN ? 'n' : letters)].filter((letter) => letter !== '-').map((letter) => `${call} ${letter}`),
  )
const missed = (seen: ReadonlySet<string>) => may.filter((cell) => !seen.has(cell))

test('each call has answered each who may make it', { skip: answered ? false : 'is seen after a whole run' }, () => {
  assert.deepEqual(
    missed(answered as Set<string>),
    [],
    'never seen to answer (letters as in own_calls.ts): a test of its feature, or test/each_role.test.ts, asks as that role',
  )
})
test('twin: an answer that nobody saw is missed', () => {
  assert.ok(may.length > 400, `${may.length} cells`)
  for (const cell of may) assert.deepEqual(missed(new Set(may.filter((c) => c !== cell))), [cell])
})
