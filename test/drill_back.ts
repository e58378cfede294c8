// An installation brought back elsewhere by the README's words, and what is in it then.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#server/postgres.ts'
import { SUM_OF_ORDERS } from './many_orders.ts'
import { root } from './starting.ts'

export const KEY = 'uma frase longa que só nós sabemos'

/** What the README says to type on an empty machine, but for the packages, which are here. */
const WORDS =
  /On an empty machine[\s\S]*?```sh\nnpm ci\n([\s\S]*?)npm start\n```/.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  )?.[1] ?? ''
export const settings = (data: string) => ({
  ...process.env,
  DATA_DIR: data,
  DATABASE_URL: '',
  NODE_ENV: '',
  NODE_TEST_CONTEXT: '',
})
/** Types them. Not in this process' way: it may be the S3 server, too. */
export async function restored(from: string, data: string, more = '', env: Record<string, string> = {}) {
  assert.ok(WORDS.includes('/the/folder') && WORDS.includes("'the same key'"), WORDS)
  const words = WORDS.replace('/the/folder', `'${from}'`)
    .replace('the same key', KEY)
    .replace(/(npm run restore).*/, `$1 ${more}`)
  const shell = promisify(execFile)('sh', ['-ec', words], {
    cwd: root,
    env: { ...settings(data), ...env },
  })
  return (await shell).stdout
}

/** What the load makes: orders, categories with a photo, and one product's description counted upwards. */
const NAMES = `select name from orders where name like 'Ensaio %'
  union all select name from categories where name like 'Ensaio %'`
const COUNTED = "select description::int as n from products where code = 'ENSAIO'"
export interface Facts {
  names: string[]
  counted: number
  /** Of the orders that lay there before the load. */
  sum: string
  of<T>(sql: string): Promise<T[]>
}
/** Looks into a restored database that nobody serves: the one in the folder, or where there are any the settings' own. */
export async function lookInto<T>(
  data: string,
  look: (facts: Facts) => T | Promise<T>,
  { DATABASE_OWNER_URL }: Record<string, string> = {},
): Promise<T> {
  const embedded = DATABASE_OWNER_URL ? undefined : await startEmbedded(data, () => {})
  const owner = new pg.Client({ connectionString: embedded?.url('owner') ?? DATABASE_OWNER_URL })
  try {
    await owner.connect()
    const of = async <R>(sql: string) => (await owner.query(sql)).rows as R[]
    const names = (await of<{ name: string }>(NAMES)).map((r) => r.name)
    const [value, filled] = [(await of<{ n: number }>(COUNTED))[0], (await of<{ sum: string }>(SUM_OF_ORDERS))[0]]
    return await look({ names, counted: value?.n ?? -1, sum: filled?.sum ?? '', of })
  } finally {
    await owner.end()
    await embedded?.stop()
  }
}
/** By name: when each was last written, and the hash of its bytes. */
export type Files = Map<string, { at: number; hash: string }>
export const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export function filesOnDisk(data: string): Files {
  const top = join(data, 'files')
  const found = readdirSync(top, { recursive: true, withFileTypes: true }).filter(
    (e) => e.isFile() && !e.name.endsWith('.part'),
  )
  return new Map(
    found.map((e) => {
      const path = join(e.parentPath, e.name)
      return [e.name, { at: statSync(path).mtimeMs, hash: sha(readFileSync(path)) }]
    }),
  )
}
