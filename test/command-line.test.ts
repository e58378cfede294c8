// What commands say about the words that were typed after them, and about folders that cannot be made.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lineAs } from '#server/account.ts'
import { bareEnv, endAll, folder, root, run } from './starting.ts'

after(endAll)
const COMMANDS = ['start', 'backup', 'restore', 'doctor', 'operator', 'db-reset', 'db-roles', 'import-retail']
const ENGLISH = /unknown|option|argument|usage|warning|invalid/i

for (const name of COMMANDS) {
  test(`${name} --help shows a usage line in Portuguese and does nothing`, async () => {
    const data = join(folder(), 'dados')
    for (const asked of ['--help', '-h']) {
      const { code, said } = await run(data, name, asked)
      assert.equal(code, 0, said)
      assert.match(said, new RegExp(`^Uso: npm (run )?(--silent )?${name.replace('-', ':')}\\b`))
      assert.doesNotMatch(said, ENGLISH)
    }
    assert.ok(!existsSync(data))
  })
  test(`${name} refuses an option that it does not know, in Portuguese`, async () => {
    const data = join(folder(), 'dados')
    for (const typed of ['--nao-ha', '--nao-ha=1', '-z']) {
      const { code, said } = await run(data, name, typed)
      assert.equal(code, 1, said)
      assert.match(said, new RegExp(`${typed.replace('=1', '')}".*Uso: npm`, 's'))
      assert.doesNotMatch(said, ENGLISH)
    }
    assert.ok(!existsSync(data))
  })
}
for (const [name, ...args] of [
  ['start', 'sozinho'],
  ['backup', '/a', '/b'],
  ['backup', 'list', '/a', '/b'],
  ['restore', '/a', '/b'],
  ['doctor', 'tudo'],
  ['db-reset', 'dados', 'outra'],
  ['db-roles', 'loja'],
  ['restore', '/a', '--at'],
  ['restore', '/a', '--backup', ''],
  ['restore', '/a', '--keep-files=1'],
] as [string, ...string[]][])
  test(`refuses "${[name, ...args].join(' ')}" before anything is done`, async () => {
    const data = join(folder(), 'dados')
    const { code, said } = await run(data, name, ...args)
    assert.equal(code, 1, said)
    assert.match(said, /Uso: npm/)
    assert.doesNotMatch(said, ENGLISH)
    assert.ok(!existsSync(data))
  })
for (const [name, ...args] of [
  ['backup', 'lst'],
  ['backup', 'list', 'lst'],
  ['backup', '--rows', 'lst'],
  ['restore', 'lst'],
] as [string, ...string[]][])
  test(`refuses the relative place of "${[name, ...args].join(' ')}" and names the whole path`, async () => {
    const data = join(folder(), 'dados')
    const { code, said } = await run(data, name, ...args)
    assert.equal(code, 1, said)
    assert.ok(said.includes(join(root, 'lst')), said)
    assert.match(said, /"lst"/)
    assert.ok(!existsSync(join(root, 'lst')) && !existsSync(data))
  })
test('the line for another account repeats the command that was typed', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const { argv, env, cwd } = process
  const before = { ...env }
  env.PWD = root
  const line = (event: string | null, script: string, ...args: string[]) => {
    process.argv = [argv[0] as string, join(root, script), ...args]
    delete env.npm_lifecycle_event
    delete env.npm_lifecycle_script
    if (event) Object.assign(env, { npm_lifecycle_event: event, npm_lifecycle_script: scripts[event] })
    return lineAs(0, '/dados').replace('sudo env DATA_DIR=/dados ', '')
  }
  try {
    process.cwd = () => root
    assert.equal(line('start', 'scripts/start.ts'), 'npm start')
    assert.equal(line('dev', 'scripts/start.ts', 'sources'), 'npm run dev')
    assert.equal(
      line('operator', 'scripts/operator.ts', 'block', '7', 'não pagou'),
      "npm run operator -- block 7 'não pagou'",
    )
    for (const [name, text] of Object.entries(scripts).filter(([n]) => COMMANDS.includes(n.replace(':', '-')))) {
      const script = /scripts\/[\w-]+\.ts/.exec(text)?.[0] as string
      assert.equal(line(name, script), name === 'start' ? 'npm start' : `npm run ${name}`)
      for (const event of [null, 'test']) assert.equal(line(event, script, 'a'), `node ${script} a`)
    }
  } finally {
    process.argv = argv
    process.cwd = cwd
    for (const name of Object.keys(env)) delete env[name]
    Object.assign(env, before)
  }
})
/** A command on a data folder that cannot be made, as another account where this one is root. */
const on = (data: string, name: string, args: string[], account: { uid?: number } = {}) =>
  new Promise<{ code: number; said: string }>((done) =>
    execFile(
      process.execPath,
      [`scripts/${name}.ts`, ...args],
      { cwd: root, env: { ...bareEnv(), DATA_DIR: data, TMPDIR: '/tmp' }, ...account },
      (error, out, err) => done({ code: error ? Number(error.code ?? -1) : 0, said: (out + err).trim() }),
    ),
  )
for (const name of ['start', 'backup', 'restore', 'operator', 'doctor', 'db-reset'])
  test(`${name} ends with a sentence where its data folder cannot be made`, async () => {
    const args = { backup: ['/mnt/backup'], restore: [folder()], operator: ['companies'] }[name] ?? []
    const file = join(folder(), 'arquivo')
    writeFileSync(file, '')
    const places = ['/proc/mostruario/dados', join(file, 'dados'), file, join(folder(), 'd'.repeat(300))]
    const closed = process.getuid?.() === 0 ? [[join(folder('/root'), 'dados'), { uid: 65_534 }] as const] : []
    for (const [data, account] of [...places.map((p) => [p, {}] as const), ...closed]) {
      const { code, said } = await on(data, name, args, account)
      assert.equal(code, 1, `${data}: ${said}`)
      assert.doesNotMatch(said, /^\s+at |Error:/m, `${data}: ${said}`)
      assert.match(said, /\p{L}{3}.{20}/u)
      assert.doesNotMatch(said, /chown -R \S+ \/root\b/, 'no folder of the system is given away')
    }
  })
test('a TLS mode that pg would warn about is said in no English', async () => {
  for (const mode of ['require', 'prefer', 'verify-ca']) {
    const env = { ...bareEnv(), DATABASE_URL: `postgresql://a:b@127.0.0.1:9/x?sslmode=${mode}`, DATA_DIR: folder() }
    for (const args of [['scripts/doctor.ts'], ['scripts/operator.ts', 'companies'], ['scripts/db-roles.ts']]) {
      const said = await new Promise<string>((done) =>
        execFile(process.execPath, args, { cwd: root, env }, (_, out, err) => done(out + err)),
      )
      assert.doesNotMatch(said, /WARNING|libpq|node --trace/, `${mode} ${args.join(' ')}: ${said}`)
    }
  }
})
