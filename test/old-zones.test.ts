// Companies of before with a time zone that is none, or written otherwise: repaired by the migration, and logged.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { migrate } from '#server/migrate.ts'
import { migrationFiles } from '#server/migrations.ts'
import { urls } from './kit.ts'

const LAST = '0281_rested_sign_ins.sql'
test('keeps valid zones, names aliases in full, makes the rest São Paulo, and logs each change', async () => {
  const database = `t_zones_${randomUUID().replaceAll('-', '').slice(0, 12)}`
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
    const became: Record<string, string> = {
      'America/Manaus': 'America/Manaus',
      'america/rio_branco': 'America/Rio_Branco',
      ' America/Cuiaba ': 'America/Cuiaba',
      'Brazil/East': 'Brazil/East',
      UTC: 'Etc/UTC',
      '+03:00': 'America/Sao_Paulo',
      'UTC+3': 'America/Sao_Paulo',
      'America/Nowhere': 'America/Sao_Paulo',
      Bananas: 'America/Sao_Paulo',
      '': 'America/Sao_Paulo',
    }
    for (const [n, zone] of Object.keys(became).entries())
      await db.query("insert into companies (path, name, valid_until, time_zone) values ($1, $2, '2030-01-01', $2)", [
        `c${n}`,
        zone,
      ])
    await migrate(owner)
    const { rows } = await db.query('select name, time_zone from companies')
    assert.deepEqual(Object.fromEntries(rows.map((r) => [r.name, r.time_zone])), became)
    const log = await db.query(
      "select c.name, l.changes->'time_zone'->>0 as old, l.changes->'time_zone'->>1 as now from logs l join companies c on c.id = l.company_id where l.changes ? 'time_zone'",
    )
    const changed = Object.entries(became).filter(([zone, now]) => zone !== now)
    assert.deepEqual(
      new Set(log.rows.map((r) => [r.name, r.old, r.now].join('|'))),
      new Set(changed.map(([zone, now]) => [zone, zone, now].join('|'))),
    )
  } finally {
    await db.end()
  }
})
