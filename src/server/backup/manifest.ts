// What a backup consists of. It is written last: a backup without its manifest does not exist.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileEntry } from './files.ts'
import { getObject, putObject, readObject, type Store, type Stored } from './objects.ts'
import { BackupFailure, type Vault } from './vault.ts'
import type { Installation } from './whose.ts'

const FORMAT = 1
export interface Manifest {
  format: number
  id: string
  /** Whose it is; older ones do not say. */
  installation?: Installation
  /** The moment that its rows are of. */
  at: string
  /** Ours: the database's files, and from there on its log. Another's: its rows. */
  kind: 'files' | 'rows'
  database: { major: number; machine: string; migrations: string[]; queue: number; sizeBytes: number }
  /** The first and the last segment of its own log, where the database is ours. */
  wal: { from: string; to: string; system: string } | null
  objects: Stored[]
  /** The list of files under DATA_DIR. */
  files: Stored
  counts: { files: number; filesBytes: number; rows: Record<string, number> | null }
  /** The key that signs and seals in this installation, and its settings. */
  appKey: string
  settings: Record<string, string>
}
const manifestKey = (id: string) => `backups/${id}.json`
/** Names sort by time. */
export const newId = (now: Date) => now.toISOString().replace(/[-:]|\.\d+/g, '')
export const timeOf = (id: string) =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))

/** The name of one that begins now; never before one that is there, though the clock was set back. */
export const idAfter = (last: string | undefined, now: Date) =>
  newId(last === undefined ? now : new Date(Math.max(now.getTime(), timeOf(last).getTime() + 1000)))

/** When a list of files that came between two backups was written, by its name: since/MILLISECONDS-… */
export const writtenAt = (key: string) => new Date(Number(/^since\/(\d+)-/.exec(key)?.[1] ?? 0))

/** The newest moment that stands in names there, of lists (since/) or of backups, those being made too (parts/); in ms. */
export async function newestIn(vault: Vault, prefix: 'since/' | 'parts/'): Promise<number> {
  let newest = 0
  for await (const { key } of vault.list(prefix)) {
    const at = prefix === 'since/' ? writtenAt(key) : timeOf(key.split('/')[1] ?? '')
    newest = Math.max(newest, at.getTime() || 0)
  }
  return newest
}
export interface Listed {
  id: string
  key: string
  /** When its manifest was written, by the clock of the place. */
  written: Date
}
/** Whole backups in the order in which they were made. Needs no key. */
export async function listBackups(vault: Vault): Promise<Listed[]> {
  const found: Listed[] = []
  for await (const { key, at } of vault.list('backups/')) {
    const id = /^backups\/(\d{8}T\d{6}Z)\.json\.zst(\.enc)?$/.exec(key)?.[1]
    if (id) found.push({ id, key, written: at })
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}
export async function writeManifest(store: Store, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest)
  const sum = createHash('sha256').update(text).digest('hex')
  await putObject(store, manifestKey(manifest.id), Readable.from([Buffer.from(`${sum}\n${text}`)]))
}
export async function readManifest(store: Store, key: string): Promise<Manifest> {
  const [sum, text = ''] = (await readObject(store, { key })).toString().split('\n')
  if (createHash('sha256').update(text).digest('hex') !== sum)
    throw new BackupFailure(`${key} está danificado: escolha outro backup.`)
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== FORMAT)
    throw new BackupFailure(`${key} foi feito por outra versão do Mostruário (formato ${manifest.format}).`)
  return manifest
}
export const FORMAT_NOW = FORMAT

export async function writeList(store: Store, key: string, files: Iterable<FileEntry>): Promise<Stored> {
  const lines = function* () {
    for (const f of files) yield `${JSON.stringify(f)}\n`
  }
  return putObject(store, key, Readable.from(lines()))
}
export async function* readList(store: Store, stored: Stored | { key: string }): AsyncGenerator<FileEntry> {
  let rest = ''
  for await (const bytes of (await getObject(store, stored)).setEncoding('utf8')) {
    const lines = (rest + (bytes as string)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as FileEntry
  }
}
