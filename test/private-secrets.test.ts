// Secrets in the data folder: closed to other accounts, and strong.
import assert from 'node:assert/strict'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEmbedded } from '#server/postgres.ts'
import { until } from './kit.ts'
import { endAll, folder, ownerOf, processesOf, ready, run, start, startedFolder, stop } from './starting.ts'

after(endAll)
const SECRETS = ['app.key', 'push.key', 'pg/password', 'settings.env']
const modeOf = (file: string) => statSync(file).mode & 0o777
/** Starts and stops; answers what it said. */
async function lives(data: string, env: Record<string, string> = {}): Promise<string> {
  const s = await start(data, { env: { DEMO: '0', ...env } })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
  return s.output()
}
async function refused(data: string, words: RegExp, env: Record<string, string> = {}): Promise<void> {
  const s = await start(data, { env: { DEMO: '0', ...env } })
  assert.equal(s.child.exitCode, 1, s.output())
  assert.match(s.output().trim().split('\n').at(-1) ?? '', words)
  await until(async () => processesOf(data).length === 0)
}
const OPEN = (file: string) => new RegExp(`${file}.* (outras contas|qualquer conta)`)

test('a start closes secrets that other accounts can read, and says so', async () => {
  const data = folder()
  await lives(data)
  writeFileSync(join(data, 'settings.env'), 'APP_KEY=x\n', { mode: 0o600 })
  assert.doesNotMatch((await run(data, 'doctor')).said, /outras contas/, 'negative control')
  for (const [n, name] of SECRETS.entries()) chmodSync(join(data, name), [0o666, 0o644, 0o640, 0o604][n] as number)
  const { code, said } = await run(data, 'doctor')
  assert.equal(code, 1)
  for (const name of SECRETS) assert.match(said, new RegExp(`erro {3}.*${OPEN(name).source}.*\\n {7}→ .*chmod 600`))
  assert.equal(modeOf(join(data, 'app.key')), 0o666, 'the doctor changes nothing')
  const words = await lives(data)
  for (const name of SECRETS) {
    assert.match(words, OPEN(name))
    assert.equal(modeOf(join(data, name)), 0o600, name)
  }
  assert.doesNotMatch(await lives(data), /outras contas/)
})
const WEAK = ['minha-chave', '0123456789abcdef0123456789abcdef', 'troque-esta-chave-antes-de-usar-1', 'a'.repeat(64)]
test('a new installation refuses a weak APP_KEY, and takes a strong one after it', async () => {
  for (const key of WEAK) {
    const data = folder()
    await refused(data, /^APP_KEY é fraca.*openssl rand -base64 32/, { APP_KEY: key })
    if (key === WEAK[0]) await lives(data, { APP_KEY: 'Zk3v9QxT7bLw2RmN8cYd4HfJ6sPaUeGi' })
  }
})
test('a weak key is not accepted in the stead of another, from the file or the environment', async () => {
  const data = await startedFolder()
  const file = join(data, 'app.key')
  const key = readFileSync(file, 'utf8')
  const accept = async (env: Record<string, string>) => {
    const s = await start(data, { env: { DEMO: '0', ...env } })
    return /APP_KEY_ACCEPT=(\w+)/.exec(s.output())?.[1] ?? ''
  }
  for (const weak of WEAK.slice(0, 2)) {
    writeFileSync(file, weak)
    await refused(data, /^APP_KEY é fraca/, { APP_KEY_ACCEPT: await accept({}) })
    writeFileSync(file, key)
    await refused(data, /^APP_KEY é fraca/, { APP_KEY: weak, APP_KEY_ACCEPT: await accept({ APP_KEY: weak }) })
  }
  await lives(data)
  // One that an installation has worked with goes on: another key would end its links.
  const server = await startEmbedded(data, () => {})
  const owner = await ownerOf(data)
  const { fingerprintOf } = await import('#server/installation-key.ts')
  await owner.query('update installation_key set fingerprint = $1', [fingerprintOf('minha-chave')])
  await owner.end()
  await server.stop()
  writeFileSync(file, 'minha-chave')
  await lives(data)
  assert.match((await run(data, 'doctor')).said, /erro {3}APP_KEY é fraca/)
})
test('operator refuses another APP_KEY, none, and an operator without a name', async () => {
  const data = await startedFolder()
  const s = await start(data, { env: { DEMO: '0' } })
  assert.ok(await ready(s), s.output())
  const file = join(data, 'app.key')
  const key = readFileSync(file, 'utf8')
  for (const [text, words] of [
    ['Zk3v9QxT7bLw2RmN8cYd4HfJ6sPaUeGi', /^APP_KEY não é aquela.*Nada foi mudado\.$/],
    ['', /^A chave desta instalação falta: .*app\.key.*Nada foi mudado\.$/],
  ] as const) {
    writeFileSync(file, text)
    for (const args of [['operators'], ['companies'], ['create', 'ana@casa.test', 'Ana'], ['day']]) {
      const { code, said } = await run(data, 'operator', ...args)
      assert.equal(code, 1, args.join(' '))
      assert.match(said, words)
    }
    assert.equal(readFileSync(file, 'utf8'), text, 'no key is drawn')
  }
  writeFileSync(file, key)
  for (const args of [['ana@casa.test'], ['ana@casa.test', ''], ['ana@casa.test', ' ']]) {
    const { code, said } = await run(data, 'operator', 'create', ...args)
    assert.equal(code, 1)
    assert.match(said, /^Informe um nome/)
  }
  assert.equal((await run(data, 'operator', 'operators')).said, '')
  assert.equal((await run(data, 'operator', 'create', 'ana@casa.test', 'Ana')).code, 0)
  assert.equal(await stop(s), 0)
})
