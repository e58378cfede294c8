// What the machine refuses a start: a disk without room, folders of others, folders that take no writing; each in a sentence.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '#server/postgres.ts'
import { lastWords } from '#server/postgres-launch-log.ts'
import { asCannotStart } from '#server/start-failures.ts'
import { run as command, endAll, folder, processesOf, ready, root, start, stop } from './starting.ts'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
const mounted: string[] = []
after(() => {
  for (const place of mounted.reverse()) run('umount', '-l', place)
  endAll()
})
/** A small disk in a new folder. */
function disk(options: string): string {
  const place = folder()
  run('mount', '-t', 'tmpfs', '-o', `mode=755,${options}`, 'tmpfs', place)
  mounted.push(place)
  return place
}
const canMount = (() => {
  try {
    disk('size=1m')
    return true
  } catch {
    return false
  }
})()
const noDisk = canMount ? false : 'não rodou: aqui não se monta um disco'
const asRoot = process.getuid?.() === 0 ? false : 'só como root'
/** A start that ends with one sentence at its end, no stack and no line of JSON. */
async function refused(data: string, words: RegExp, more: Parameters<typeof start>[1] = {}): Promise<void> {
  const s = await start(data, {
    ...more,
    env: { DEMO: '0', npm_lifecycle_event: 'start', npm_lifecycle_script: 'node scripts/start.ts', ...more.env },
  })
  assert.equal(s.child.exitCode, 1, s.output())
  assert.match(s.output().trim().split('\n').at(-1) ?? '', words, s.output())
  assert.doesNotMatch(s.output(), /\n\s+at |"level":[56]0/)
  assert.deepEqual(processesOf(data), [])
}
async function onSmallDisk() {
  const place = disk('size=200m')
  const data = join(place, 'dados')
  mkdirSync(data)
  return { place, data, server: await startEmbedded(data, () => {}) }
}
function fill(place: string): void {
  try {
    run('dd', 'if=/dev/zero', `of=${join(place, 'enchimento')}`, 'bs=64k')
  } catch {
    // full
  }
}

test('PostgreSQL’s last words are kept where its log file cannot be written', {
  skip: noDisk,
}, async () => {
  const { place, data, server: first } = await onSmallDisk()
  await first.stop()
  const hba = join(first.folder, 'data/pg_hba.conf')
  writeFileSync(hba, 'isto não é uma regra')
  fill(place)
  const before = readdirSync(join(first.folder, 'log'))
  await assert.rejects(
    startEmbedded(data, () => {}),
    ({ message }: Error) => {
      assert.match(message, /não há mais espaço no disco de .* Ele disse: .*\S$/)
      return true
    },
  )
  assert.match(lastWords(first.folder), /pg_hba\.conf|No space left/)
  rmSync(join(place, 'enchimento'))
  // With room again its words go to a file again, and those of the launch before are no longer given as its own.
  await assert.rejects(
    startEmbedded(data, () => {}),
    /pg_hba\.conf/,
  )
  assert.ok(readdirSync(join(first.folder, 'log')).length > before.length)
})
test('a disk that filled up after the launch still takes the last words', {
  skip: noDisk,
}, async () => {
  const { place, server } = await onSmallDisk()
  fill(place)
  const words = 'terminating connection due to administrator command'
  const client = new pg.Client({ connectionString: server.url('super') })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
  assert.match(lastWords(server.folder), new RegExp(words))
  rmSync(join(place, 'enchimento'))
  await server.stop()
})
for (const [what, options] of [
  ['space', 'size=30m'],
  ['inodes', 'size=500m,nr_inodes=700'],
] as const)
  test(`a first start without ${what} says so in a sentence`, { skip: noDisk }, async () => {
    // initdb has taken its files away when the disk is looked at.
    await refused(join(disk(options), 'dados'), /(não há mais|faltou) .* no disco de .* Ele disse: .*No space left/)
  })
test('a first start that runs out of inodes at the demonstration says so', {
  skip: noDisk,
}, async () => {
  // What a database without the demonstration takes, and too little more for the pictures.
  const place = disk('size=900m,nr_inodes=1800')
  await refused(join(place, 'dados'), /não há mais lugar para arquivos no disco de .*inodes: df -i/i, {
    env: { DEMO: '1' },
  })
})
test('errors of the system are sentences; faults of the program are not', () => {
  const data = folder()
  const coded = (code: string, path?: string) =>
    asCannotStart(Object.assign(new Error(code), { code, path }), data)?.message
  assert.match(coded('ENOSPC', join(data, 'x/y')) ?? '', new RegExp(`faltou espaço .* no disco de ${data} `, 'i'))
  assert.match(coded('53100') ?? '', /faltou espaço/i)
  assert.match(coded('EROFS') ?? '', /só de leitura/)
  assert.match(coded('EMFILE') ?? '', /ulimit -n/)
  assert.equal(coded('ERR_INVALID_ARG_TYPE'), undefined)
  assert.equal(coded('42P01'), undefined)
  assert.equal(asCannotStart(new TypeError('x'), data), null)
})
test('a DATA_DIR that is a file is refused in a sentence', async () => {
  const file = join(folder(), 'arquivo')
  writeFileSync(file, '')
  await refused(file, /^.*arquivo não pode ser uma pasta.*Corrija DATA_DIR\.$/)
})
test('a folder of root started as a user is refused with the line to type', {
  skip: asRoot,
}, async () => {
  const data = folder()
  const account = run('getent', 'passwd', 'nobody').toString().split(':')
  const ids = { uid: Number(account[2]), gid: Number(account[3]) }
  await refused(
    data,
    new RegExp(
      `^A conta nobody não pode usar ${data}/start\\.lock, da conta root\\. Inicie assim: sudo env DATA_DIR=${data} npm start; ou .*chown -R nobody: ${data}$`,
    ),
    ids,
  )
  assert.deepEqual(readdirSync(data), [])
})
/** The program as a fresh checkout, whose packages are another's. */
function checkout(): string {
  const home = folder()
  for (const name of ['src', 'scripts', 'migrations', 'public', 'package.json', 'vite.config.ts', 'tsconfig.json'])
    cpSync(join(root, name), join(home, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  return home
}
test('a project folder that was never built and takes no writing is refused in a sentence', {
  skip: asRoot,
}, async () => {
  const home = checkout()
  const account = run('getent', 'passwd', 'nobody').toString().split(':')
  const ids = { uid: Number(account[2]), gid: Number(account[3]) }
  const data = folder()
  run('chown', 'nobody', data)
  const words = new RegExp(`^O programa em ${home} não está construído.*Construa-o antes, como root: npm run build$`)
  await refused(data, words, { cwd: home, ...ids })
  assert.ok(!existsSync(join(home, 'build')))
  if (!canMount) return
  run('mount', '--bind', home, home)
  mounted.push(home)
  run('mount', '-o', 'remount,bind,ro', home)
  await refused(folder(), words, { cwd: home })
})
test('a start from another working directory works', async () => {
  const elsewhere = folder()
  chmodSync(elsewhere, 0o755)
  const data = join(elsewhere, 'dados')
  const s = await start('dados', {
    cwd: elsewhere,
    script: join(root, 'scripts/start.ts'),
    env: { DEMO: '0', HOME: elsewhere },
  })
  assert.ok(await ready(s), s.output())
  assert.ok(existsSync(join(data, 'pg/data/PG_VERSION')))
  assert.equal(await stop(s), 0)
  assert.deepEqual(readdirSync(elsewhere).sort(), ['dados'])
})
test('the doctor leaves nothing in a data folder whose disk is full', { skip: noDisk }, async () => {
  const data = disk('size=2m')
  fill(data)
  const { code, said } = await command(data, 'doctor')
  assert.equal(code, 1)
  assert.match(said, /Não há mais espaço/)
  assert.deepEqual(readdirSync(data), ['enchimento'])
})
