// Pictures of before decision 0125: which are persons', and which stay in the library.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { migrate } from '#server/migrate.ts'
import { migrationFiles } from '#server/migrations.ts'
import { urls } from './kit.ts'

const LAST = '0299_working_days.sql'
test('sorts pictures by what shows them, and lets portraits of removed staff go', async () => {
  const database = `t_oldpictures_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const { admin, owner } = urls(database)
  const server = new pg.Client({ connectionString: admin })
  await server.connect()
  await server.query(`create database ${database} owner mostruario_owner`)
  await server.end()
  await migrate(
    owner,
    migrationFiles().filter((name) => name <= LAST),
  )
  const db = new pg.Client({ connectionString: owner })
  await db.connect()
  try {
    const first = async (sql: string, values: unknown[]) => Number((await db.query(sql, values)).rows[0].id)
    const company = await first(
      "insert into companies (path, name, valid_until) values ('a', 'A', '2030-01-01') returning id",
      [],
    )
    const file = async (of = company) => {
      const hash = randomBytes(16).toString('hex')
      await db.query("insert into files (company_id, hash, type, bytes) values ($1, $2, 'png', 9)", [of, hash])
      return hash
    }
    const path = (hash: string) => `/files/${hash}.webp`
    const person = (level: number, hash: string, deleted: string | null = null) =>
      first(
        `insert into users (company_id, level, name, phone, email, profile_pic, deleted_at, active)
         values ($1, $2, 'Pessoa', '', $3, $4, $5, $6) returning id`,
        [company, level, `${hash}@loja.test`, path(hash), deleted, deleted === null],
      )
    const [portrait, photo, both, removed, unused] = [
      await file(),
      await file(),
      await file(),
      await file(),
      await file(),
    ]
    const client = await person(3, portrait)
    await person(3, both)
    await person(2, removed, '2026-10-01')
    await db.query("insert into categories (company_id, name, image) values ($1, 'Barro', $2)", [company, path(both)])
    const talk = await first('insert into conversations (company_id, client_id) values ($1, $2) returning id', [
      company,
      client,
    ])
    await db.query(
      `insert into messages (company_id, conversation_id, key, at, ours, who, client_id, photo)
       values ($1, $2, 'k', now(), false, 'Pessoa', $3, $4)`,
      [company, talk, client, path(photo)],
    )
    const elsewhere = await first(
      "insert into companies (path, name, valid_until) values ('b', 'B', '2030-01-01') returning id",
      [],
    )
    await db.query("insert into files (company_id, hash, type, bytes) values ($1, $2, 'png', 9)", [elsewhere, portrait])
    await migrate(owner)
    const { rows } = await db.query('select hash from files where person and company_id = $1', [company])
    assert.deepEqual(new Set(rows.map((r) => r.hash)), new Set([portrait, photo]))
    const others = await db.query('select hash, company_id::int, stripped from files where not person order by id')
    assert.deepEqual(
      others.rows.map((r) => [r.hash, r.company_id, r.stripped]),
      [both, removed, unused].map((hash) => [hash, company, false]).concat([[portrait, elsewhere, false]]),
    )
    const left = await db.query("select 1 from users where level = 2 and profile_pic <> ''")
    assert.equal(left.rowCount, 0)
  } finally {
    await db.end()
  }
})
