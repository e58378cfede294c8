// The recipe of deploy/README.md with systemd, followed word for word: installing, signing in, backup, update, restore.
// Imitated: npm (no registry here), systemd as PID 1 (its unit's lines are read and run), useradd and sudo (one account),
// and the folders /opt, /etc and /var/lib, which become temporary ones. nginx and Caddy are in front with the files of
// deploy/ (proxies.ts). Not run: public DNS and certificates.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { buildWeb } from '../scripts/build.ts'
import { until } from './kit.ts'
import { freePort } from './ports.ts'
import { askProxy, PROXIES, type Proxy, redirectedTo, startProxy, withoutProxy } from './proxies.ts'
import { endAll, folder, lives, ownerOf, ready, root, serversOf, type Started, without } from './starting.ts'

const skip = without('git', 'pgrep', 'tar')
const home = folder()
const [upstream, tools, etc, data, backups] = [folder(), folder(), folder(), folder(), folder()]
/** The name that the recipe gives the installation. */
const SITE = 'mostruario.example'
const unit = join(etc, 'unit.pid')
const port = String(await freePort())
/** The blocks of commands of a section of the recipe, with the folders of this test. */
const recipe = (section: string): string[] => {
  const text = readFileSync(join(root, 'deploy/README.md'), 'utf8').split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map((m) => here(m[1] as string))
}
const here = (text: string) =>
  text
    .replaceAll('<this repository>', upstream)
    .replaceAll('/opt/mostruario', home)
    .replaceAll('/var/lib/mostruario', data)
    .replaceAll('/etc/', `${etc}/`)
    .replaceAll('/mnt/backup', backups)
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
const update = () => sh(at('repository/deploy/update.sh'))
async function sh(command: string): Promise<{ code: number; text: string }> {
  const { DATA_DIR: _data, ...others } = process.env
  const env = { ...others, PATH: `${tools}:${process.env.PATH}`, MOSTRUARIO_HOME: home, PORT: port }
  return promisify(execFile)('sh', ['-euc', command], { env, cwd: folder() }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )
}
const current = () => readlinkSync(at('current'))
const programs = (s: Pick<Started, 'child'>) =>
  serversOf(s).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'))
const runsFrom = (s: Pick<Started, 'child'>, release: string) =>
  programs(s).length > 0 && programs(s).every((words) => words.some((word) => word.startsWith(`${release}/build/`)))

before(async () => {
  if (skip) return
  await buildWeb()
  for (const part of PARTS) cpSync(join(root, part), join(upstream, part), { recursive: true })
  execFileSync('git', ['init', '-qb', 'main', upstream])
  commit('.gitignore', 'node_modules\nbuild\n')
  mkdirSync(join(etc, 'systemd/system'), { recursive: true })
  const tool = (name: string, text: string) => writeFileSync(join(tools, name), `#!/bin/sh\n${text}`, { mode: 0o755 })
  tool('useradd', 'exit 0')
  // Every account is this one.
  tool('sudo', 'while [ "$1" != env ]; do shift; done; exec "$@"')
  tool(
    'npm',
    `case "$1 $2" in
      'ci ') ln -s ${root}/node_modules node_modules && cp -r ${root}/build build ;;
      'run build') exec ${process.execPath} scripts/build.ts ;;
      'run '*) name=$2; shift 2; [ "\${1:-}" = -- ] && shift; exec ${process.execPath} scripts/$name.ts "$@" ;;
    esac`,
  )
  // The unit as it is written, but for what only PID 1 can do.
  tool(
    'systemctl',
    `get() { sed -n 's|/opt/mostruario|${home}|g; s|/var/lib/mostruario|${data}|g; s|/etc/|${etc}/|g; s|^'"$1"'=||p' ${etc}/systemd/system/mostruario.service; }
    case "$1" in
      is-active) test -e ${unit} ;;
      reload) kill -HUP "$(cat ${unit})" ;;
      enable)
        set -a; . "$(get EnvironmentFile)"; set +a
        for one in $(get Environment); do export "\${one?}"; done
        cd "$(get WorkingDirectory)"
        $(get ExecStart) >>${etc}/unit.log 2>&1 &
        echo $! >${unit} ;;
    esac`,
  )
})
after(endAll)

/** Signs in as a person does: at the installation's name, through a proxy. */
const signIn = (proxy: Proxy, email: string, password: string, more = {}) =>
  askProxy(proxy.port, SITE, '/api/v1/auth/login', { method: 'POST', body: { email, password }, ...more })
/** What a proxy must do for the installation behind it. */
async function entersThrough(proxy: Proxy, operator: { email: string; password: string }): Promise<void> {
  await until(() =>
    askProxy(proxy.port, SITE, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  const door = await askProxy(proxy.port, SITE, '/session/signin')
  assert.equal(door.status, 200)
  assert.match(door.text, /<html/)
  const entered = await signIn(proxy, operator.email, operator.password)
  assert.equal(entered.status, 200, entered.text)
  const { token } = JSON.parse(entered.text) as { token: string }
  const me = await askProxy(proxy.port, SITE, '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
  assert.equal(me.status, 200, me.text)
  assert.ok(me.text.includes(operator.email), me.text)
  assert.equal((await askProxy(proxy.port, SITE, '/metrics')).status, 404)
  assert.match(await redirectedTo(proxy.plain, SITE, '/pedidos'), new RegExp(`^https://${SITE}(:\\d+)?/pedidos$`))

  // No account of the demonstration, though one be there with the printed password.
  const owner = await ownerOf(data)
  try {
    await owner.query(
      `insert into users (company_id, level, name, email, password_hash, demo)
         select null, 0, 'Demonstração', 'operador@mostruario.test', password_hash, true from users where email = $1
       on conflict do nothing`,
      [operator.email],
    )
    for (const name of ['operador', 'admin', 'cliente'])
      for (const password of ['mostruario', operator.password])
        assert.equal((await signIn(proxy, `${name}@mostruario.test`, password)).status, 401, name)
    // Limits count the client's address and not the proxy's, nor one that the client invents.
    const from = '127.0.0.2'
    await owner.query("delete from rate_hits where key like 'login-ip:%'")
    const wrong = { from, headers: { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' } }
    assert.equal((await signIn(proxy, 'ninguem@loja.test', 'errada', wrong)).status, 401)
    const { rows } = await owner.query<{ key: string }>("select key from rate_hits where key like 'login-ip:%'")
    assert.deepEqual(rows, [{ key: `login-ip:${from}` }])
  } finally {
    await owner.end()
  }
}

test('the recipe with systemd installs, signs in, backs up, updates and restores', {
  skip,
}, async (step) => {
  const first = commit('scripts/server.ts', `${server}// 1\n`)
  const [install = ''] = recipe('With systemd')
  const installed = await sh(install)
  assert.equal(installed.code, 0, installed.text)
  assert.equal(current(), first)
  const pid = Number(readFileSync(unit, 'utf8'))
  const log = () => readFileSync(join(etc, 'unit.log'), 'utf8')
  const s: Pick<Started, 'child' | 'origin'> = {
    child: { pid } as Started['child'],
    origin: `http://127.0.0.1:${port}`,
  }
  await until(() => ready(s))
  assert.ok(runsFrom(s, first), log())

  const [byHand = ''] = recipe('By hand')
  const settings = byHand.slice(0, byHand.indexOf('sudo'))
  const command = (line: string) => byHand.split('\n').find((l) => l.includes(line)) ?? assert.fail(line)
  const created = await sh(settings + command('operator').replace('companies', 'create voce@loja.test "Você"'))
  assert.equal(created.code, 0, created.text)
  const password = /senha(?:[^:\n]*)[: ]+(\S+)/i.exec(created.text)?.[1] ?? ''
  const operator = { email: 'voce@loja.test', password }
  for (const name of PROXIES)
    await step.test(`${name} leads to it at its name`, { skip: withoutProxy(name) }, async () => {
      const proxy = await startProxy(name, { site: SITE, upstream: `127.0.0.1:${port}`, dir: etc })
      try {
        await entersThrough(proxy, operator)
      } finally {
        proxy.child.kill()
      }
    })
  const doctor = await sh(settings + command('doctor'))
  // There is no public DNS here; all else is well.
  assert.deepEqual(doctor.text.match(/^erro .*$/gm), ['erro   https://mostruario.example não responde (ENOTFOUND).'])
  const backedUp = await sh(settings + command('backup'))
  assert.equal(backedUp.code, 0, backedUp.text)

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
    assert.match(log(), /\(9999_apart\.sql\)\. Reinicie o Mostruário\./)
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
  process.kill(pid, 'SIGTERM')
  await until(async () => !lives(pid))
  // Another machine: an empty data folder, the backup and the same settings.
  const again = folder()
  const restore = here(/^.*npm run restore.*$/m.exec(readFileSync(join(root, 'deploy/README.md'), 'utf8'))?.[0] ?? '')
  const restored = await sh(
    `cd ${at('current')}; ${restore
      .replace(/ *#.*$/, '')
      .replace(`DATA_DIR=${data}`, `DATA_DIR=${again}`)
      .replace('BACKUP_TO=…', `BACKUP_TO=${backups}`)
      .replace('BACKUP_KEY=… ', '')}`,
  )
  assert.equal(restored.code, 0, restored.text)
  rmSync(data, { recursive: true })
  renameSync(again, data)
  assert.equal((await sh('systemctl enable --now mostruario')).code, 0)
  await until(() => ready(s))
  const entered = await fetch(`${s.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  })
  assert.equal(entered.status, 200)
  process.kill(Number(readFileSync(unit, 'utf8')), 'SIGTERM')
  await until(async () => !lives(Number(readFileSync(unit, 'utf8'))))
})
test('negative control: a release that was not built is refused by name', { skip }, async () => {
  const { programIn } = await import('../scripts/release.ts')
  const bare = folder()
  assert.throws(() => programIn(bare), /não está construída\. Nessa pasta: npm ci && npm run build\./)
})
