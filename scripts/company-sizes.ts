// How much each company keeps: rows of all its tables, pictures, and the bytes of its files.
import { stat } from 'node:fs/promises'
import type pg from 'pg'
import type { Storage } from '#server/storage.ts'

export interface CompanySize {
  id: string
  path: string
  rows: number
  pictures: number
  /** MB of pictures in all their widths; of those of several companies each counts whole. In S3 of the copies here. */
  megabytes: string
}
const TABLES = `select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`
export async function companySizes(owner: pg.Client, storage: Storage): Promise<CompanySize[]> {
  const rows = new Map<string, number>()
  for (const { name } of (await owner.query<{ name: string }>(TABLES)).rows) {
    const counted = await owner.query<{ id: string; n: string }>(
      `select company_id as id, count(*) as n from public.${name} where company_id is not null group by 1`,
    )
    for (const { id, n } of counted.rows) rows.set(String(id), (rows.get(String(id)) ?? 0) + Number(n))
  }
  const bytes = new Map<string, number>()
  for await (const names of storage.writtenBefore(new Date(8.64e15)))
    for (const name of names) {
      const hash = name.slice(0, 32)
      const size = await stat(storage.path(name)).then(
        (s) => s.size,
        () => 0,
      )
      bytes.set(hash, (bytes.get(hash) ?? 0) + size)
    }
  const files = await owner.query<{ id: string; hash: string }>('select company_id as id, hash from files')
  const companies = await owner.query<{ id: string; path: string }>('select id, path from companies order by id')
  return companies.rows
    .map(({ id, path }) => {
      const own = files.rows.filter((f) => String(f.id) === String(id))
      const size = own.reduce((n, { hash }) => n + (bytes.get(hash) ?? 0), 0)
      const megabytes = (size / 1e6).toFixed(1).replace('.', ',')
      return { id: String(id), path, rows: rows.get(String(id)) ?? 0, pictures: own.length, megabytes }
    })
    .sort((a, b) => b.rows - a.rows)
}
