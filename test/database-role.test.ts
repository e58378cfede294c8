// The role of DATABASE_URL: a start, and the doctor, refuse each one that row-level security does not bind.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { migrate } from '#server/migrate.ts'
import { makeRoles } from './debian-postgres.ts'
import { type OwnPostgres, ownPostgres } from './own_postgres.ts'
import { bareEnv, endAll, folder, ready, root, start, stop } from './starting.ts'

let database: OwnPostgres
let bound: Record<string, string>
const NAME = 'papeis'
before(async () => {
  database = await ownPostgres()
  bound = await database.empty(NAME)
})
after(async () => {
  endAll()
  await database.lose()
})
async function rowsOf(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const superUrl = () => database.superUrl(NAME)
const doctor = (env: Record<string, string>) =>
  new Promise<{ code: number; said: string }>((done) =>
    execFile(
      process.execPath,
      ['scripts/doctor.ts'],
      { cwd: root, env: { ...bareEnv(), DATA_DIR: folder(), ...env } },
      (error, said) => done({ code: Number(error?.code ?? 0), said }),
    ),
  )
interface Case {
  role: string
  /** Statements as superuser that make the role so, and those that undo it. */
  make?: string[]
  undo?: string[]
  env: () => Record<string, string>
  says: RegExp
}
const only = (name: 'DATABASE_URL' | 'DATABASE_OWNER_URL') => ({ DATABASE_URL: bound[name] as string })
const CASES: Case[] = [
  {
    role: 'the role of the owner in both addresses',
    env: () => ({ ...bound, ...only('DATABASE_OWNER_URL') }),
    says: /DATABASE_URL e DATABASE_OWNER_URL usam o mesmo papel, mostruario_owner.*npm run db:roles/,
  },
  {
    role: 'the role of the owner alone',
    env: () => only('DATABASE_OWNER_URL'),
    says: /usam o mesmo papel, mostruario_owner.*npm run db:roles/,
  },
  {
    role: 'the role of the app alone',
    env: () => only('DATABASE_URL'),
    says: /usam o mesmo papel, mostruario_app.*npm run db:roles/,
  },
  {
    role: 'a member of the owner',
    make: ['grant mostruario_owner to mostruario_app'],
    undo: ['revoke mostruario_owner from mostruario_app'],
    env: () => bound,
    says: /mostruario_app é membro de mostruario_owner.*revoke mostruario_owner from mostruario_app/,
  },
  {
    role: 'a member of a member of the owner',
    make: ['create role equipe', 'grant mostruario_owner to equipe', 'grant equipe to mostruario_app'],
    undo: ['drop role equipe'],
    env: () => bound,
    says: /mostruario_app é membro de mostruario_owner/,
  },
  {
    role: 'a member of the owner that does not inherit its rights',
    make: [
      'alter role mostruario_app noinherit',
      'grant mostruario_owner to mostruario_app with inherit false, set true',
    ],
    undo: ['revoke mostruario_owner from mostruario_app', 'alter role mostruario_app inherit'],
    env: () => bound,
    says: /mostruario_app é membro de mostruario_owner/,
  },
  {
    role: 'a role with BYPASSRLS',
    make: ['alter role mostruario_app bypassrls'],
    undo: ['alter role mostruario_app nobypassrls'],
    env: () => bound,
    says: /mostruario_app ignora a separação entre empresas.*use mostruario_app/,
  },
  {
    role: 'a role that does not wait for the disk',
    make: ['alter role mostruario_app set synchronous_commit = off'],
    undo: ['alter role mostruario_app reset synchronous_commit'],
    env: () => bound,
    says: /fsync ou synchronous_commit/,
  },
  {
    role: 'a superuser',
    env: () => ({ ...bound, DATABASE_URL: superUrl() }),
    says: /postgres ignora a separação entre empresas.*use mostruario_app/,
  },
]
for (const { role, make = [], undo = [], env, says } of CASES)
  test(`a start and the doctor refuse ${role}`, async () => {
    await database.asSuper(make)
    try {
      const s = await start(folder(), { env: env() })
      assert.equal(s.child.exitCode, 1, s.output())
      assert.match(s.output().trim(), says)
      assert.equal(s.output().trim().split('\n').length, 1, s.output())
      const tables = await rowsOf(superUrl(), "select from pg_tables where schemaname in ('public', 'graphile_worker')")
      assert.equal(tables.length, 0, 'nothing was written')
      const { code, said } = await doctor(env())
      assert.equal(code, 1, said)
      assert.match(said.replaceAll('\n       → ', ' '), new RegExp(`erro {3}.*${says.source}`))
    } finally {
      await database.asSuper(undo)
    }
  })
test('negative control: a member of the owner reads the rows of all companies', async () => {
  await migrate(bound.DATABASE_OWNER_URL as string)
  await database.asSuper(
    ["insert into companies (path, name, valid_until) values ('um', 'Um', now() + interval '9 d')"],
    NAME,
  )
  const seen = async () => (await rowsOf(bound.DATABASE_URL as string, 'select path from companies')).length
  assert.equal(await seen(), 0)
  await database.asSuper(['grant mostruario_owner to mostruario_app'])
  assert.equal(await seen(), 1)
  await database.asSuper(['revoke mostruario_owner from mostruario_app'])
})
test('a start refuses a role that owns a table, and takes it once it owns none', async () => {
  await database.asSuper(['alter table products owner to mostruario_app'], NAME)
  const refused = await start(folder(), { env: bound })
  assert.equal(refused.child.exitCode, 1)
  assert.match(refused.output(), /^O papel mostruario_app é dono de tabelas/)
  await database.asSuper(['alter table products owner to mostruario_owner'], NAME)
  const s = await start(folder(), { env: bound })
  assert.ok(await ready(s), s.output())
  assert.match((await doctor(bound)).said, /papéis separados/)
  assert.equal(await stop(s), 0)
})
test('a wrong password of the app role is one sentence', async () => {
  const wrong = (bound.DATABASE_URL as string).replace(/:[^:@]+@/, ':senha-errada@')
  const s = await start(folder(), { env: { ...bound, DATABASE_URL: wrong } })
  assert.equal(s.child.exitCode, 1)
  assert.match(s.output().trim(), /^O PostgreSQL em \S+ recusou o usuário ou a senha de DATABASE_URL\. Corrija-os.*$/)
})
test('a role with CREATEROLE and CREATEDB makes roles and database by what db:roles prints', async (c) => {
  const fresh = await ownPostgres()
  c.after(fresh.lose)
  const url = (role: string) =>
    fresh.superUrl('nuvem').replace(/\/\/[^@]*@/, `//mostruario_${role}:uma-senha-do-papel-${role}@`)
  const env = { DATABASE_URL: url('app'), DATABASE_OWNER_URL: url('owner') }
  await makeRoles({ superUrl: () => fresh.superUrl('postgres') }, env)
  const s = await start(folder(), { env })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
})
