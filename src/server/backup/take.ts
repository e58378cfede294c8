// One backup, while everything works: rows first, files after them (a file is placed before the row that names it),
// all of it read again, and only then the manifest, which makes it one. The oldest go after that.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { believesApart } from '../clock-watch.ts'
import { fingerprintOf, keptFingerprint, WRONG_KEY } from '../installation-key.ts'
import { textOfFile } from '../text-of-file.ts'
import { takeBase } from './base.ts'
import { openBucket } from './bucket.ts'
import { type FileEntry, nameOfFile, sendFile, sendFiles } from './files.ts'
import { expired, FLOOR, logFrom, momentsOf } from './keep.ts'
import {
  FORMAT_NOW,
  idAfter,
  listBackups,
  type Manifest,
  readList,
  readManifest,
  timeOf,
  writtenAt,
  writeList,
  writeManifest,
} from './manifest.ts'
import { getObject, type Store } from './objects.ts'
import { assertFilled, noteBackup } from './place.ts'
import { dumpRows } from './rows.ts'
import { isSegment } from './segments.ts'
import { keptSettings } from './settings.ts'
import { BACKUP_LOCK, BackupUnderWay, factsOf, FILES_LOCK, ownerOf, type Source, tryLock } from './source.ts'
import { BackupFailure, type Vault } from './vault.ts'
import { claim, installationOf, isMine, signIn } from './whose.ts'

export interface Taken {
  manifest: Manifest
  /** How many older ones went; null: none may, because the clock is not believed. */
  removed: number | null
  bytes: number
}
/** Objects younger than this may belong to what is being made. */
const YOUNG = 24 * 3600_000

/** `least`: how many backups stay at any age. */
export async function takeBackup(
  source: Source,
  store: Store,
  keepDays: number,
  now = new Date(),
  least = FLOOR,
): Promise<Taken> {
  const bucket = source.s3Url ? await openBucket(source.s3Url, source.dataDir) : null
  const client = await ownerOf(source)
  const byFiles = source.rows ? undefined : source.embedded
  try {
    if (!(await tryLock(client, BACKUP_LOCK)))
      throw new BackupUnderWay('Outro backup deste banco está em andamento. Espere que ele termine.')
    const appKey = keyInUse(source.dataDir)
    const kept = await keptFingerprint(client)
    if (kept !== null && kept !== fingerprintOf(appKey))
      throw new BackupFailure(`${WRONG_KEY} Nada foi guardado: defina-a como no servidor.`)
    // By the reading that names this one: the servers' grows while it is made.
    const trusted = await believesApart(client, now)
    const before = await listBackups(store.vault)
    await assertFilled(client, store.vault, before, source.startOver)
    const known = await filesOfLast(store, before.at(-1)?.key, appKey)
    const me = await installationOf(client, source.embedded?.folder)
    const ours = await claim(store, me)
    await sweepHalf(store.vault, new Set(before.map((b) => b.id)), ours ? Infinity : Date.now() - YOUNG)
    const id = idAfter(before.at(-1)?.id, now)
    const facts = await factsOf(client)
    const asked = new Date()
    const made = byFiles
      ? await ofOurs(byFiles, store, id)
      : { kind: 'rows' as const, wal: null, ...(await ofAnothers(client, store, id)) }
    const ended = new Date()
    const files = await sendFiles(store, { root: source.dataDir, bucket }, known)
    if (byFiles) files.push(await password(byFiles.folder, store))
    const list = await writeList(store, `parts/${id}/list`, files)
    const { system: _, ...database } = facts
    const manifest: Manifest = {
      format: FORMAT_NOW,
      id,
      installation: me,
      // Files are of the moment when the last of them was read, rows of the one when the first was.
      at: (byFiles ? ended : asked).toISOString(),
      kind: made.kind,
      database,
      wal: made.wal,
      objects: made.objects,
      files: list,
      counts: { files: files.length, filesBytes: files.reduce((n, f) => n + f.size, 0), rows: made.counts },
      appKey,
      settings: keptSettings(),
    }
    await readAgain(store, manifest, files)
    if (!isMine(await signIn(store), me))
      throw new BackupFailure(
        `Enquanto este backup era feito, outra instalação ficou com ${store.vault.place}: ele não vale.`,
      )
    await writeManifest(store, manifest)
    await noteBackup(client, store.vault.place, id)
    const removed = trusted ? await prune(client, store, { keepDays, least }, now) : null
    return { manifest, removed, bytes: [...made.objects, list].reduce((n, o) => n + o.bytes, 0) }
  } finally {
    bucket?.close()
    await client.end().catch(() => {})
  }
}
async function ofOurs(embedded: NonNullable<Source['embedded']>, store: Store, id: string) {
  const base = await takeBase(embedded.url('super'), join(embedded.folder, 'data'), store, `parts/${id}/base`)
  const wal = { from: base.from, to: base.to, system: base.system }
  return { kind: 'files' as const, objects: [base.object], wal, counts: null }
}
async function ofAnothers(client: pg.Client, store: Store, id: string) {
  await client.query('begin isolation level repeatable read read only')
  const dump = await dumpRows(client, store, `parts/${id}`)
  await client.query('commit')
  return dump
}
/** The embedded database's password may live outside DATA_DIR. */
async function password(folder: string, store: Store): Promise<FileEntry> {
  const path = join(folder, 'password')
  const s = statSync(path)
  const entry = await sendFile(store, path, { path: 'pg/password', size: s.size, mtime: s.mtimeMs, mode: 0o600 })
  if (!entry) throw new BackupFailure(`Falta ${path}.`)
  return entry
}
function keyInUse(dataDir: string): string {
  const file = join(dataDir, 'app.key')
  const key = process.env.APP_KEY || (textOfFile(file) ?? '').trim()
  if (!key)
    throw new BackupFailure('Falta APP_KEY: sem ela um backup não abriria links nem chaves. Defina-a como no servidor.')
  return key
}
async function filesOfLast(store: Store, key: string | undefined, appKey: string): Promise<Map<string, FileEntry>> {
  const known = new Map<string, FileEntry>()
  if (key === undefined) return known
  if (key.endsWith('.enc') !== (store.key !== null))
    throw new BackupFailure(
      `Em ${store.vault.place} há backups ${store.key ? 'sem chave' : 'com chave'}: use a mesma BACKUP_KEY ou outra pasta.`,
    )
  const last = await readManifest(store, key)
  // A restored installation has the key of before, whatever machine and database it has now.
  if (last.appKey !== appKey)
    throw new BackupFailure(
      `O último backup em ${store.vault.place} é de outra instalação (outra APP_KEY). Dê a esta um BACKUP_TO só dela; uma pasta nova também se a chave foi trocada.`,
    )
  for await (const f of readList(store, last.files)) known.set(f.path, f)
  return known
}
/** What a killed backup left; of what may still be another's work only what is older than `than`. */
async function sweepHalf(vault: Vault, whole: Set<string>, than: number): Promise<void> {
  const left: string[] = []
  for await (const { key, at } of vault.list('parts/'))
    if (!whole.has(key.split('/')[1] ?? '') && at.getTime() < than) left.push(key)
  await vault.remove(left)
  await vault.sweep()
}
/** What was written is read to its end, each file is looked for. */
async function readAgain(store: Store, manifest: Manifest, files: FileEntry[]): Promise<void> {
  for (const object of [...manifest.objects, manifest.files])
    for await (const _ of await getObject(store, object)) {
      // its checksum is compared at its end
    }
  const there = new Set<string>()
  for await (const { key } of store.vault.list('files/')) there.add(key)
  const lost = files.find((f) => !there.has(nameOfFile(store, f)))
  if (lost) throw new BackupFailure(`${lost.path} não ficou em ${store.vault.place}: o backup não vale.`)
}
/** Takes away what is older than is kept: manifests first, so that none stands without its parts. */
async function prune(
  client: pg.Client,
  store: Store,
  { keepDays, least }: { keepDays: number; least: typeof FLOOR },
  now: Date,
): Promise<number> {
  const { vault } = store
  const all = await listBackups(vault)
  const momentOf = momentsOf(all, now)
  const gone = new Set(
    expired(
      all.map((b) => b.id),
      momentOf,
      now,
      keepDays,
      least,
    ),
  )
  const stay = all.filter((b) => !gone.has(b.id))
  if (gone.size === 0) return 0
  // From here on no list names an old file anew.
  await client.query('select pg_advisory_lock($1)', [FILES_LOCK])
  await vault.remove(all.filter((b) => gone.has(b.id)).map((b) => b.key))
  const named = new Set<string>()
  const ids = stay.map((b) => b.id)
  const first = logFrom(ids, momentOf, now) ?? ''
  let from = ''
  for (const { id, key } of stay) {
    const manifest = await readManifest(store, key)
    if (id === first) from = manifest.wal?.from ?? ''
    for await (const f of readList(store, manifest.files)) named.add(nameOfFile(store, f))
  }
  const old: string[] = []
  for await (const { key } of vault.list('parts/')) if (gone.has(key.split('/')[1] ?? '')) old.push(key)
  for await (const { key } of vault.list('since/'))
    if (writtenAt(key) < timeOf(first)) old.push(key)
    else for await (const f of readList(store, { key })) named.add(nameOfFile(store, f))
  for await (const { key } of vault.list('wal/')) {
    const name = key.split('/')[2]?.slice(0, 24) ?? ''
    if (isSegment(name) && name.slice(8) < from.slice(8)) old.push(key)
  }
  for await (const { key, at } of vault.list('files/'))
    if (!named.has(key) && now.getTime() - at.getTime() > YOUNG) old.push(key)
  await vault.remove(old)
  return gone.size
}
