// What a run of the tests leaves behind: nothing, however it ends.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildWeb } from '../scripts/build.ts'
import { until } from './kit.ts'
import { lives } from './starting.ts'

const folder = mkdtempSync(join(tmpdir(), 'mo-run-'))
chmodSync(folder, 0o755)
// The database's program is looked for where the run is.
symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
after(() => rmSync(folder, { recursive: true, force: true }))
/** As a child's own code imports it. */
const fileAt = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href)
test('a test run that is killed takes its PostgreSQL with it', async () => {
  const code = `const { startTestDatabase } = await import(${fileAt('database.ts')})
    const server = await startTestDatabase()
    console.log(server.pid())
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_TEST_CONTEXT: '' },
  })
  const pid = await new Promise<number>((done) => {
    child.stdout.on('data', (d) => done(Number(String(d))))
    child.on('exit', () => done(0))
  })
  assert.ok(lives(pid))
  child.kill('SIGKILL')
  await until(async () => !lives(pid))
})
test('a test file whose browser does not start ends by itself: what it had opened is closed', async () => {
  await buildWeb()
  const code = `const { startSite } = await import(${fileAt('../e2e/kit.ts')})
    await startSite().catch(() => console.log('no site'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CHROME_PATH: '/bin/false', NODE_TEST_CONTEXT: '' },
  })
  let text = ''
  child.stdout.on('data', (d) => (text += d))
  const [status] = await once(child, 'close')
  assert.deepEqual([status, text.trim()], [0, 'no site'])
})
test('the browser that npm brought is unpacked once and whole, also when two ask for it at the same time in an empty temporary folder', async () => {
  const empty = join(folder, 't')
  const code = `import { mkdirSync } from 'node:fs'
    mkdirSync(process.env.TMPDIR, { recursive: true })
    const { browserPath } = await import(${fileAt('../e2e/browser.ts')})
    const { chromium } = await import('playwright-core')
    const executablePath = await browserPath()
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    await browser.close()
    console.log(executablePath)`
  const run = () =>
    new Promise<string>((done) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        cwd: join(import.meta.dirname, '..'),
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, TMPDIR: empty, CHROME_PATH: 'npm', NODE_TEST_CONTEXT: '' },
      })
      let text = ''
      child.stdout.on('data', (d) => (text += d))
      child.on('close', () => done(text.trim()))
    })
  const [one, two] = await Promise.all([run(), run()])
  assert.equal(one, two)
  assert.ok(existsSync(one as string))
  assert.ok(statSync(one as string).size > 100_000_000)
  assert.deepEqual(readdirSync(empty).filter((n) => n.startsWith('mostruario-chromium-')).length, 1)
})
