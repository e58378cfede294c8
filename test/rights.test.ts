// Who is refused for who they are, as the contracts have it and as it was decided: one is compared with the other.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registered } from '#server/serve.ts'
import type { Endpoint } from '#shared/wire.ts'
import { startTestApp, type TestApp } from './kit.ts'
import { rights } from './permissions.ts'
import { isRefused, nobody, type Somebody, somebody } from './walk.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())

const who = { token: 'x' }
const PEOPLE: Readonly<Record<string, Somebody>> = {
  n: nobody,
  v: { ...somebody('visitor', who, 3), visits: true },
  c: somebody('client', who, 3),
  s: somebody('seller', who, 2),
  a: somebody('admin', who, 1),
  o: somebody('operator', who, 0),
}
/** Letters of those whom the contract lets in, in the order of PEOPLE. */
const letIn = (e: Endpoint) =>
  Object.entries(PEOPLE)
    .map(([letter, person]) => (isRefused(e, person) ? '-' : letter))
    .join('')
/** Calls that let others in than was decided. */
function differing(calls: readonly Endpoint[]): string[] {
  const all = rights()
  return calls.flatMap((e) => {
    const [name, is] = [`${e.method} ${e.path}`, letIn(e)]
    return is === all.get(name) ? [] : [`${name} lets ${is} in, decided is ${all.get(name)}`]
  })
}

test('every call, streams too, lets in whom it was decided that it should, and nobody else', () => {
  assert.deepEqual(differing(registered), [])
  assert.ok(registered.some((e) => e.options.answer === 'stream'))
})
test('twin: each call that is opened to sellers, or to anybody, or closed to them, is found', () => {
  let found = 0
  for (const e of registered) {
    const { levels } = e.options
    const others =
      levels === 'anyone' ? [[1] as const] : (['anyone', ...(levels.includes(2) ? [] : [[...levels, 2]])] as const)
    for (const now of others) {
      const changed = { ...e, options: { ...e.options, levels: now } } as Endpoint
      // Open to everybody by name already.
      if (letIn(changed) === letIn(e)) continue
      found++
      assert.equal(differing([changed]).length, 1, `${e.method} ${e.path}: ${JSON.stringify(now)}`)
    }
  }
  assert.ok(found > registered.length, `${found} were changed`)
})
