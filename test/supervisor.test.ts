// What keeps servers going, with servers of a line each: told to, it runs the program of now; one that ends is begun
// again, a little later each time.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { after, type TestContext, test } from 'node:test'
import { growing } from '../scripts/growing.ts'
import { temporary } from './folders.ts'
import { until } from './kit.ts'
import { freePort } from './ports.ts'
import { root } from './starting.ts'

const { folder, clear } = temporary('supervisor')
after(clear)
/** `now` is run, `next` is the program after that. */
async function kept(c: TestContext, now: string, next: string) {
  const [dir, port] = [folder(), await freePort()]
  const file = (name: string, text: string) => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  const http = `import { createServer } from 'node:http'
    process.on('message', (word) => word === 'retire' && process.exit(0))
    const serve = (word) => createServer((_, to) => to.end(word)).listen(${port})\n`
  const [a, b] = [file('a.mjs', http + now), file('b.mjs', http + next)]
  const keeper = `import { keepServing } from ${JSON.stringify(join(root, 'scripts/supervisor.ts'))}
    process.exit(await keepServing(${JSON.stringify(a)}, async () => ${JSON.stringify(b)}, {}, 2))`
  const child = spawn(process.execPath, [file('keeper.mjs', keeper)])
  let said = ''
  child.stderr.on('data', (d) => (said += d))
  c.after(() => child.kill('SIGKILL'))
  /** Over a line of its own; '' while nobody answers. */
  const asked = () =>
    new Promise<string>((done) =>
      get({ port, host: '127.0.0.1', agent: false }, (r) => void textOf(r).then(done)).on('error', () => done('')),
    )
  return { child, asked, said: () => said }
}

test('told to replace its servers, it runs the program as it is now, and goes on with it when one dies', async (c) => {
  const s = await kept(c, "serve('before')", "serve('after ' + process.pid)")
  await until(async () => (await s.asked()) === 'before')
  s.child.kill('SIGHUP')
  await until(async () => s.said().includes('os servidores foram trocados'))
  const seen: string[] = []
  for (let i = 0; i < 10; i++) seen.push(await s.asked())
  assert.deepEqual(
    seen.filter((word) => !word.startsWith('after ')),
    [],
  )
  process.kill(Number(seen[0]?.split(' ')[1]), 'SIGKILL')
  await until(async () => s.said().includes('o servidor terminou e começa de novo'))
  for (let i = 0; i < 10; i++) assert.match(await until(async () => (await s.asked()) || undefined), /^after /)
})
test('a server that ends after each start is begun again a little later each time', async (c) => {
  const s = await kept(c, "serve('x').on('listening', () => setTimeout(() => process.exit(3), 50))", '')
  const waits = () =>
    [...s.said().matchAll(/"code":3,"signal":null,"wait":(\d+)/g)].map((m) => Number(m[1])).sort((x, y) => x - y)
  // Two of them, each with waits of its own.
  await until(async () => waits().includes(2000))
  assert.deepEqual([...new Set(waits())].slice(0, 4), [250, 500, 1000, 2000])
  assert.ok(waits().filter((wait) => wait === 250).length <= 2)
})
test('the waits grow to the longest, and begin anew after one that has lived for a minute', () => {
  const after = growing(250, 2000)
  assert.deepEqual(
    [0, 50, 60_000, 10, 10, 60_001, 10].map((lived) => after(lived)),
    [250, 500, 1000, 2000, 2000, 250, 500],
  )
})
