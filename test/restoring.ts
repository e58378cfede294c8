// Where a backup comes back to in tests, and what is in there then.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestApp } from './kit.ts'

/** An empty database with the two roles, beside that of `t`. */
export async function emptyDatabase(t: TestApp): Promise<{ owner: string; app: string }> {
  const name = `t_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE })
  await admin.connect()
  await admin.query(`create database ${name} owner mostruario_owner`)
  await admin.end()
  const of = (url: string) => url.replace(/\/t_\w+/, `/${name}`)
  return { owner: of(t.config.ownerUrl), app: of(t.config.databaseUrl) }
}
/** Every row of every table, as one number each. Migrations have times of their own, and a backup is noted once it is
 * whole. */
export async function rowsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind = 'r' and nspname in ('public', 'app', 'graphile_worker') 
         and relname not in ('migrations', 'backup_place') order by 1`,
    )
    const out: Record<string, string> = {}
    for (const { name } of tables)
      out[name] = (
        await client.query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as sum from ${name} x`,
        )
      ).rows[0]?.sum as string
    return out
  } finally {
    await client.end()
  }
}
