import { test } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endHungFiles } from '../scripts/testing/hung.ts'

/** Says its own and its child's number, asks not to be ended, and computes without end. */
const SPINS = `
  const { spawn } = require('node:child_process')
  process.on('SIGTERM', () => {})
  console.log(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).pid)
  setTimeout(() => { for (;;); }, 50)`

test('a test file that hangs is ended with its children, another process is not', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mostruario-hung-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const start = async (name: string) => {
    const file = join(folder, name)
    writeFileSync(file, SPINS)
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    const [line] = await once(child.stdout, 'data')
    return { child, inner: Number(line) }
  }
  const hung = await start('spins.test.ts')
  const other = await start('spins.ts')
  t.after(() => process.kill(other.inner, 'SIGKILL'))
  const over = new AbortController()
  const ended = once(hung.child, 'exit')
  const watch = endHungFiles(1, over.signal)
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  over.abort()
  await watch
  assert.equal(other.child.exitCode ?? other.child.signalCode, null)
  assert.equal(process.kill(other.inner, 0), true)
  await assert.rejects(async () => {
    // What was killed is gone once it is reaped.
    for (let i = 0; i < 100; i++) {
      process.kill(hung.inner, 0)
      await new Promise((r) => setTimeout(r, 50))
    }
  }, /ESRCH/)
})

test('what a test file leaves behind is ended, for its output would stay open', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mostruario-hung-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'leaves.test.ts')
  // Its process inherits the output, and lives for long enough to be seen.
  writeFileSync(
    file,
    `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true }).unref()
    process.stdin.once('data', () => process.exit())`,
  )
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  child.stdout.resume()
  const over = new AbortController()
  const closed = once(child, 'close')
  const watch = endHungFiles(600_000, over.signal, 1)
  // Two looks of the watch.
  await new Promise((r) => setTimeout(r, 2500))
  child.stdin.write('end')
  await closed
  over.abort()
  await watch
})

/** A test that names its longest time: a busy machine would break it, and the run ends what hangs. */
const LIMITED = /(?<!\.)\btest\([^{}]*\{[^{}]*\btimeout: /
test('no test has a time limit', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('{src,test,e2e}/**/*.test.ts', { cwd: root })
  assert.deepEqual(
    files.filter((file) => file !== 'test/hung.test.ts' && LIMITED.test(readFileSync(join(root, file), 'utf8'))),
    [],
  )
})
test('negative control: a time limit of a test is found', () => {
  for (const bad of [
    "test('a', { timeout: 60_000 }, async () => {})",
    "test('a', {\n  skip,\n  timeout: 9,\n}, () => {})",
  ])
    assert.match(bad, LIMITED)
  assert.doesNotMatch("test('a', async () => {\n  await click({ timeout: 9 })\n})", LIMITED)
})
