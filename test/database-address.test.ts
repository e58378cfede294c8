// Every address of an own PostgreSQL ends in a start or in one sentence, never in a stack; the doctor says the same.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hostsOf, placeOf } from '#server/database-address.ts'
import { databaseAnswers } from '#server/reach.ts'
import { findPoolerFault, missingConnections } from '#server/safety.ts'
import { certificate } from './certificate.ts'
import { type DebianPostgres, debianPostgres, makeRoles, settingsOf, withoutDebian } from './debian-postgres.ts'
import { startPooler, withoutPooler } from './pooler.ts'
import { bareEnv, endAll, folder, ready, root, start, stop } from './starting.ts'

const skip = withoutDebian
let server: DebianPostgres
let good: Record<string, string>
before(async () => {
  if (skip) return
  server = await debianPostgres()
  good = settingsOf([server])
  await makeRoles(server, good)
})
after(async () => {
  await server?.stop('immediate')
  endAll()
})
const doctor = (env: Record<string, string>) =>
  new Promise<string>((done) =>
    execFile(
      process.execPath,
      ['scripts/doctor.ts'],
      { cwd: root, env: { ...bareEnv(), DATA_DIR: folder(), ...env } },
      (_, said, words) => done(said + words),
    ),
  )
const changed = (setting: string, from: string | RegExp, to: string) => ({
  ...good,
  [setting]: (good[setting] as string).replace(from, to),
})
const CASES: [what: string, env: () => Record<string, string>, says: RegExp][] = [
  [
    'a wrong password of the app',
    () => changed('DATABASE_URL', '-app@', '-errada@'),
    /recusou o usuário ou a senha de DATABASE_URL\./,
  ],
  [
    'a wrong password of the owner',
    () => changed('DATABASE_OWNER_URL', '-owner@', '-errada@'),
    /recusou o usuário ou a senha de DATABASE_OWNER_URL\./,
  ],
  [
    'a database that is missing',
    () => changed('DATABASE_URL', /loja$/, 'outra'),
    /banco de dados de DATABASE_URL \(\S+\) não existe/,
  ],
  [
    'no address of the owner',
    () => ({ DATABASE_URL: good.DATABASE_URL as string }),
    /usam o mesmo papel, mostruario_app/,
  ],
  ['the same role twice', () => ({ ...good, DATABASE_OWNER_URL: good.DATABASE_URL as string }), /usam o mesmo papel/],
  ...['a/b', 'a?b', 'a#b', '12#b', 'a/b?c#d'].map((password): (typeof CASES)[number] => [
    `the password ${password} as it is`,
    () => changed('DATABASE_URL', /:[^:@]+@/, `:${password}@`),
    /DATABASE_URL não é um endereço de PostgreSQL.*encodeURIComponent/,
  ]),
  [
    'a port that is none',
    () => changed('DATABASE_URL', /:\d+\/loja/, ':porta/loja'),
    /DATABASE_URL não é um endereço de PostgreSQL/,
  ],
  [
    'a certificate of the authority that is missing',
    () => changed('DATABASE_URL', /loja$/, 'loja?sslmode=verify-full&sslrootcert=/nao/ha/ca.pem'),
    /DATABASE_URL aponta para \/nao\/ha\/ca\.pem, que não pode ser lido \(ENOENT\)/,
  ],
  ['TLS where the server has none', () => changed('DATABASE_URL', /loja$/, 'loja?sslmode=verify-full'), /não usa TLS/],
]
for (const [what, env, says] of CASES)
  test(`${what} is one sentence of the start, and of the doctor`, { skip }, async () => {
    const s = await start(folder(), { env: env() })
    assert.equal(s.child.exitCode, 1, s.output())
    const lines = s
      .output()
      .trim()
      .split('\n')
      .filter((l) => !/^\(node:|^In the next major|^To prepare|^If you want|^\(Use/.test(l))
    assert.match(lines.join('\n'), says)
    assert.doesNotMatch(s.output(), /\n\s+at /)
    const said = await doctor(env())
    assert.match(said, new RegExp(`erro {3}.*(${says.source}).*\\n {7}→ .{10,}|erro {3}.*${says.source}`), said)
    assert.doesNotMatch(said, /\n\s+at /)
  })
test('starts with a password of every odd character, written in its codes', { skip }, async () => {
  const odd = `a/b?c#d%e@f:g&h+i j"k'l$m`
  await server.asSuper([`alter role mostruario_app password '${odd.replaceAll("'", "''")}'`])
  const s = await start(folder(), { env: changed('DATABASE_URL', /:[^:@]+@/, `:${encodeURIComponent(odd)}@`) })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
  await server.asSuper(["alter role mostruario_app password 'senha-do-papel-app'"])
})
test('reads several hosts of an address, and names them without the password', () => {
  const several = 'postgresql://papel:a,b@um:5432,outro:5433/loja?sslmode=disable'
  assert.deepEqual(hostsOf(several), [
    'postgresql://papel:a,b@um:5432/loja?sslmode=disable',
    'postgresql://papel:a,b@outro:5433/loja?sslmode=disable',
  ])
  assert.equal(placeOf(several), 'um:5432, outro:5433/loja')
  assert.deepEqual(hostsOf('postgresql://papel:a,b@um/loja'), ['postgresql://papel:a,b@um/loja'])
})
test('passes by hosts that are away or take no writes', { skip }, async () => {
  const follower = await server.standby()
  const hosts = `127.0.0.1:9,127.0.0.1:${follower.port},127.0.0.1:${server.port}`
  const url = (good.DATABASE_URL as string).replace(/127\.0\.0\.1:\d+/, hosts)
  assert.equal(await databaseAnswers(url, () => {}, 10), good.DATABASE_URL)
  assert.match(await doctor(settingsOf([follower])), /erro {3}.*só aceita leitura: é uma réplica.*\n {7}→ Dê em/)
  await follower.stop('immediate')
})
test('a certificate of an unknown authority is said with the setting for it', { skip }, async () => {
  const { cert, key } = certificate(server.folder, 'localhost')
  if (process.getuid?.() === 0) for (const file of [cert, key]) chownSync(file, statSync(server.folder).uid, 65_534)
  chmodSync(key, 0o600)
  assert.ok(readFileSync(cert, 'utf8').includes('BEGIN'))
  const set = ['ssl_cert_file', cert, 'ssl_key_file', key]
  await server.asSuper([
    `alter system set ${set[0]} = '${set[1]}'`,
    `alter system set ${set[2]} = '${set[3]}'`,
    'alter system set ssl = on',
    'select pg_reload_conf()',
  ])
  const url = (more: string) => changed('DATABASE_URL', /127\.0\.0\.1(.*)$/, `localhost$1?sslmode=verify-full${more}`)
  const s = await start(folder(), { env: url('') })
  assert.equal(s.child.exitCode, 1)
  assert.match(
    s.output(),
    /não é de uma autoridade conhecida.*DATABASE_URL \(…\?sslmode=verify-full&sslrootcert=.*NODE_EXTRA_CA_CERTS/,
  )
  assert.ok(s.seconds < 30, 'not waited for')
  assert.match(await doctor(url('')), /erro {3}.*não é de uma autoridade conhecida/)
  const trusted = await start(folder(), { env: url(`&sslrootcert=${join(server.folder, 'localhost.pem')}`) })
  assert.ok(await ready(trusted), trusted.output())
  assert.equal(await stop(trusted), 0)
  await server.asSuper(['alter system set ssl = off', 'select pg_reload_conf()'])
})
test('a pooler without its setting, or before the owner, is refused', {
  skip: skip || withoutPooler,
}, async () => {
  const [app, owner] = [good.DATABASE_URL as string, good.DATABASE_OWNER_URL as string]
  assert.equal(await findPoolerFault(app, owner), null, 'negative control: two connections to PostgreSQL share nothing')
  const [pooler, ofOwner] = [await startPooler(app, 4), await startPooler(owner, 4)]
  const strict = await startPooler(app, 4, 'extra_float_digits')
  for (const [env, says] of [
    [{ ...good, DATABASE_URL: pooler.url }, /PGBOUNCER não está definida: pedidos falhariam\. Defina PGBOUNCER=1/],
    [
      { ...good, DATABASE_URL: pooler.url, DATABASE_OWNER_URL: ofOwner.url, PGBOUNCER: '1' },
      /endereço do dono do banco leva a um pooler/,
    ],
    [
      { ...good, DATABASE_URL: strict.url, PGBOUNCER: '1' },
      /não aceita statement_timeout\. Em pgbouncer\.ini: ignore_startup_parameters/,
    ],
  ] as const) {
    const s = await start(folder(), { env })
    assert.equal(s.child.exitCode, 1, s.output())
    assert.match(s.output().trim(), says)
    assert.match(await doctor(env), new RegExp(`erro {3}.*(${says.source.split('\\.')[0]})`))
  }
  const s = await start(folder(), { env: { ...good, DATABASE_URL: pooler.url, PGBOUNCER: '1' } })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
  for (const one of [pooler, ofOwner, strict]) one.stop()
})
test('too few connections for the processes are said by the start and the doctor', {
  skip,
}, async () => {
  await server.asSuper(['alter database loja connection limit 20'])
  const s = await start(folder(), { env: good })
  assert.match(s.output(), /O PostgreSQL aceita 20 conexões, e esta instalação pode abrir 30.*Aumente max_connections/)
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
  assert.match(await doctor(good), /aviso {2}O PostgreSQL aceita 20 conexões.*\n {7}→ Aumente/)
  await server.asSuper(['alter database loja connection limit -1'])
  assert.equal(await missingConnections(good.DATABASE_OWNER_URL as string, { role: 'all', processes: 1 }), null)
})
