// deploy/update.sh: a new version is prepared beside the running one, the servers follow the link, and a version that
// does not start changes nothing. npm and systemctl are imitated: there is no registry here, and no systemd as PID 1.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { buildWeb } from '../scripts/build.ts'
import { until } from './kit.ts'
import { endAll, folder, ready, root, serversOf, start, type Started, stop, without } from './starting.ts'

const skip = without('git', 'pgrep', 'tar')
const home = folder()
const [upstream, tools, unit] = [folder(), folder(), join(folder(), 'unit.pid')]
const at = (...names: string[]) => join(home, ...names)
const git = (...args: string[]) =>
  execFileSync('git', ['-C', upstream, '-c', 'user.name=Ana', '-c', 'user.email=ana@loja.test', ...args])
const PARTS = ['src', 'scripts', 'migrations', 'public', 'deploy', 'package.json', 'vite.config.ts', 'tsconfig.json']
/** A new commit upstream; answers the folder that its release will have. */
function commit(file: string, text: string): string {
  mkdirSync(join(upstream, file, '..'), { recursive: true })
  writeFileSync(join(upstream, file), text)
  git('add', '-A')
  git('commit', '-qm', file)
  return at('releases', git('rev-parse', '--short=12', 'HEAD').toString().trim())
}
const server = readFileSync(join(root, 'scripts/server.ts'), 'utf8')
async function update(): Promise<{ code: number; text: string }> {
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}`, MOSTRUARIO_HOME: home, UNIT: unit }
  return promisify(execFile)('sh', [at('repository/deploy/update.sh')], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )
}
const current = () => readlinkSync(at('current'))
const programs = (s: Started) => serversOf(s).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'))
const runsFrom = (s: Started, release: string) =>
  programs(s).length > 0 && programs(s).every((words) => words.some((word) => word.startsWith(`${release}/build/`)))

before(async () => {
  if (skip) return
  await buildWeb()
  for (const part of PARTS) cpSync(join(root, part), join(upstream, part), { recursive: true })
  execFileSync('git', ['init', '-qb', 'main', upstream])
  commit('.gitignore', 'node_modules\nbuild\n')
  mkdirSync(at('releases'))
  execFileSync('git', ['clone', '-q', upstream, at('repository')])
  const tool = (name: string, text: string) => writeFileSync(join(tools, name), `#!/bin/sh\n${text}`, { mode: 0o755 })
  tool(
    'npm',
    `case "$1" in
      ci) ln -s ${root}/node_modules node_modules && cp -r ${root}/build build ;;
      run) exec ${process.execPath} scripts/build.ts ;;
    esac`,
  )
  tool(
    'systemctl',
    `case "$1" in
      is-active) test -e "$UNIT" ;;
      reload) kill -HUP "$(cat "$UNIT")" ;;
    esac`,
  )
})
after(endAll)

test('an update is prepared beside the running release, and one that does not start changes nothing', {
  skip,
  timeout: 600_000,
}, async () => {
  const first = commit('scripts/server.ts', `${server}// 1\n`)
  const installed = await update()
  assert.equal(installed.code, 0, installed.text)
  assert.match(installed.text, /Para iniciar: systemctl enable --now mostruario/)
  assert.equal(current(), first)

  const s = await start(folder(), { cwd: at('current'), script: at('current/scripts/start.ts'), env: { DEMO: '0' } })
  assert.ok(await ready(s), s.output())
  writeFileSync(unit, String(s.child.pid))
  assert.ok(runsFrom(s, first), programs(s).join())

  let second = ''
  const answers = new Map<number, number>()
  let asking = true
  const asked = (async () => {
    while (asking) {
      const status = await fetch(`${s.origin}/healthz`).then(
        (r) => r.status,
        () => 0,
      )
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  })()
  try {
    second = commit('scripts/server.ts', `${server}// 2\n`)
    const updated = await update()
    assert.equal(updated.code, 0, updated.text)
    assert.equal(current(), second)
    assert.ok(runsFrom(s, second), programs(s).join())
    assert.equal((await update()).text, `Já é a versão atual: ${second}\n`)

    commit('scripts/server.ts', `throw new Error('não começa')\n${server}`)
    const broken = await update()
    assert.equal(broken.code, 1, broken.text)
    assert.match(broken.text, /A versão nova não começou; a anterior continua em .*journalctl -u mostruario/)
    commit('scripts/server.ts', `${server}// 2\n`)
    commit('migrations/9999_apart.sql', '-- restart: a column goes\nselect 1;\n')
    const apart = await update()
    assert.equal(apart.code, 1, apart.text)
    assert.match(s.output(), /\(9999_apart\.sql\)\. Reinicie o Mostruário\./)
    assert.equal(current(), second)
    assert.ok(runsFrom(s, second), programs(s).join())
  } finally {
    asking = false
    await asked
  }
  assert.deepEqual([...answers.keys()], [200])

  git('rm', '-q', 'migrations/9999_apart.sql')
  const third = commit('scripts/server.ts', `${server}// 3\n`)
  assert.equal((await update()).code, 0)
  await until(async () => runsFrom(s, third))
  // The oldest goes, but the supervisor still works in the first.
  assert.ok(existsSync(first))
  assert.equal(readdirSync(at('releases')).length, 4)
  assert.equal(await stop(s), 0)
})
test('negative control: a release that was not built is refused by name', { skip, timeout: 120_000 }, async () => {
  const { programIn } = await import('../scripts/release.ts')
  const bare = folder()
  assert.throws(() => programIn(bare), /não está construída\. Nessa pasta: npm ci && npm run build\./)
})
