// The rows of a PostgreSQL that is not ours: each table as COPY writes it, all of one moment. Tables, functions and
// rules are not in it: migrations make them, on whatever version of PostgreSQL it comes back to.
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { bothEnds } from '../both-ends.ts'
import { getObject, putObject, readObject, type Store, type Stored } from './objects.ts'
import { BackupFailure } from './vault.ts'

interface Table {
  name: string
  columns: string
  forced: boolean
  unseen: boolean
}
/** Ours and the queue's, but for the lists of migrations. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as forced,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    c.relforcerowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_all')
      as unseen
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'app', 'graphile_worker') and c.relname <> 'migrations'
  order by 1`
const tablesOf = async (client: pg.Client) => (await client.query<Table>(TABLES)).rows

export interface Dump {
  objects: Stored[]
  counts: Record<string, number>
}
/** Within a transaction of one moment (repeatable read) that the caller has begun. */
export async function dumpRows(client: pg.Client, store: Store, folder: string): Promise<Dump> {
  const objects: Stored[] = []
  const counts: Record<string, number> = {}
  for (const table of await tablesOf(client)) {
    if (table.unseen) throw new BackupFailure(`O dono não vê todas as linhas de ${table.name}: nada foi guardado.`)
    let rows = 0
    // COPY ends each row with a line feed, and writes those within values as \\n.
    const counting = new Transform({
      transform(bytes: Buffer, _, done) {
        for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, i + 1)) rows++
        done(null, bytes)
      },
    })
    const source = client.query(to(`copy ${table.name} (${table.columns}) to stdout`))
    const sent = pipeline(source, counting)
    const [stored] = await bothEnds(putObject(store, `${folder}/rows/${table.name}`, counting), sent)
    if (rows > 0) objects.push(stored)
    else await store.vault.remove([stored.key])
    counts[table.name] = rows
  }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'app', 'graphile_worker') and last_value is not null`,
  )
  const text = JSON.stringify({ sequences, columns: await tablesOf(client) })
  objects.push(await putObject(store, `${folder}/sequences`, Readable.from([Buffer.from(text)])))
  return { objects, counts }
}
/** Puts the rows into tables that migrations have just made: all of them in one transaction, or none. */
export async function loadRows(client: pg.Client, store: Store, objects: Stored[], counts: Record<string, number>) {
  const kept = objects.find((o) => /\/sequences\.zst/.test(o.key))
  if (!kept) throw new BackupFailure('O backup está incompleto: faltam as sequências.')
  const { sequences, columns } = JSON.parse((await readObject(store, kept)).toString()) as {
    sequences: { name: string; value: string }[]
    columns: Table[]
  }
  const columnsOf = new Map(columns.map((t) => [t.name, t.columns]))
  await client.query('begin')
  const tables = await tablesOf(client)
  const names = tables.map((t) => t.name)
  const { rows: links } = await client.query<{ tbl: string; name: string; def: string }>(
    `select conrelid::regclass::text as tbl, quote_ident(conname) as name, pg_get_constraintdef(oid) as def
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [names],
  )
  for (const { tbl, name } of links) await client.query(`alter table ${tbl} drop constraint ${name}`)
  for (const t of tables)
    await client.query(`alter table ${t.name} disable trigger user${t.forced ? ', no force row level security' : ''}`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const [name, rows] of Object.entries(counts).filter(([, n]) => n > 0)) {
    const object = objects.find((o) => o.key.includes(`/rows/${name}.zst`))
    if (!(object && names.includes(name)))
      throw new BackupFailure(`O backup está incompleto: faltam linhas de ${name}.`)
    const into = client.query(from(`copy ${name} (${columnsOf.get(name)}) from stdin`))
    await pipeline(await getObject(store, object), into)
    if (into.rowCount !== rows)
      throw new BackupFailure(`De ${name} vieram ${into.rowCount} linhas, e não ${rows}: nada foi restaurado.`)
  }
  for (const { tbl, name, def } of links) await client.query(`alter table ${tbl} add constraint ${name} ${def}`)
  for (const t of tables)
    await client.query(`alter table ${t.name} enable trigger user${t.forced ? ', force row level security' : ''}`)
  for (const s of sequences) await client.query('select setval($1::regclass, $2::bigint)', [s.name, s.value])
  await client.query('commit')
  await client.query('analyze')
}
