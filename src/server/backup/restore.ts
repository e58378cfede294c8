// A backup brought back onto an empty machine. All of it is read before anything is written; what was killed half-way
// is begun anew by the next try, and npm start refuses it until then.
import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { extract } from 'tar-stream'
import { bothEnds } from '../both-ends.ts'
import { makeFolder } from '../make-folder.ts'
import { migrate } from '../migrate.ts'
import { migrationFiles } from '../migrations.ts'
import { type Embedded, startEmbedded } from '../postgres.ts'
import { lastWords } from '../postgres-launch-log.ts'
import { RESTORING } from '../database-record.ts'
import { embeddedHome } from '../postgres_home.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { type FileEntry, fileBytes, readFiles } from './files.ts'
import { listBackups, type Manifest, readList, readManifest, timeOf, writtenAt } from './manifest.ts'
import { getObject, readObject, type Store } from './objects.ts'
import { putBack, writeSettings } from './put_back.ts'
import { loadRows } from './rows.ts'
import { isHistory, pieceOf, unbroken } from './segments.ts'
import { assertEmpty, targetOf, type Wanted } from './target.ts'
import { BackupFailure } from './vault.ts'
import { whoseThereAre } from './whose_words.ts'

export interface Restored {
  manifest: Manifest
  /** The moment up to which rows are back, as far as is known. */
  until: string
  files: number
}
interface Plan {
  manifest: Manifest
  files: FileEntry[]
  segments: string[]
  histories: string[]
}
export async function restore(store: Store, wanted: Wanted): Promise<Restored> {
  const bucket = wanted.s3Url ? await openBucket(wanted.s3Url, wanted.dataDir) : null
  try {
    return await broughtBack(store, bucket, wanted)
  } finally {
    bucket?.close()
  }
}
async function broughtBack(store: Store, bucket: Bucket | null, wanted: Wanted): Promise<Restored> {
  const manifest = await choose(store, wanted)
  fits(manifest, wanted)
  const target = await targetOf(wanted)
  await assertEmpty(wanted, bucket, target)
  for (const line of await whoseThereAre(store, manifest)) wanted.say(line)
  wanted.say(`Backup de ${manifest.at}: conferindo tudo antes de escrever.`)
  const plan = await whatThereIs(store, manifest)
  await assertRoom(wanted.dataDir, bucket, plan)
  await verify(store, plan)
  makeFolder(wanted.dataDir, 0o755)
  const marker = join(wanted.dataDir, RESTORING)
  await writeFile(marker, `${target.database}\n${target.bucket}`)
  await putBack(
    store,
    wanted.dataDir,
    bucket,
    plan.files.filter((f) => f.path !== PASSWORD),
  )
  await writeFile(join(wanted.dataDir, 'app.key'), manifest.appKey, { mode: 0o600 })
  await writeSettings(manifest, wanted)
  const until = manifest.kind === 'files' ? await ofOurs(store, plan, wanted) : await ofAnothers(store, plan, wanted)
  await rm(marker)
  return { manifest, until, files: plan.files.length }
}
const PASSWORD = 'pg/password'

async function choose(store: Store, { id, at }: Wanted): Promise<Manifest> {
  const all = await listBackups(store.vault)
  const before = all.filter((b) => !id || b.id === id)
  if (all.length === 0) throw new BackupFailure(`Em ${store.vault.place} não há nenhum backup inteiro.`)
  // A backup's rows may be of a moment a little after its name, or long before, where a clock was ahead.
  for (const b of before.reverse()) {
    const manifest = await readManifest(store, b.key)
    if (!at || new Date(manifest.at) <= at) return manifest
  }
  const ids = all.map((b) => b.id).join(', ')
  throw new BackupFailure(
    id
      ? `Não há o backup ${id}. Há estes: ${ids}.`
      : `Nenhum backup é anterior a ${at?.toISOString()}. Há estes: ${ids}.`,
  )
}
function fits(manifest: Manifest, { ownerUrl, at }: Wanted): void {
  const here = new Set(migrationFiles())
  const unknown = manifest.database.migrations.find((m) => !here.has(m))
  if (unknown)
    throw new BackupFailure(
      `O backup é de uma versão mais nova do Mostruário (${unknown}): atualize este programa antes.`,
    )
  const key = process.env.APP_KEY
  if (key && key !== manifest.appKey)
    throw new BackupFailure(
      'APP_KEY não é a do backup: com ela, links e chaves de ERP não abririam. Retire-a, ou corrija.',
    )
  if (manifest.kind === 'files') {
    if (ownerUrl)
      throw new BackupFailure(
        'Este backup guarda os arquivos do banco embutido e só volta para um banco embutido (sem DATABASE_URL nem DATABASE_OWNER_URL). Para um PostgreSQL próprio, faça outro na instalação de antes: npm run backup -- --rows /uma/pasta.',
      )
    const machine = `${process.platform}-${process.arch}`
    if (manifest.database.machine !== machine)
      throw new BackupFailure(`O backup é de uma máquina ${manifest.database.machine}; esta é ${machine}.`)
  } else if (at)
    throw new BackupFailure(
      'Este backup é de um PostgreSQL próprio: volta ao momento em que foi feito, não a outro. Use --backup.',
    )
}
async function whatThereIs(store: Store, manifest: Manifest): Promise<Plan> {
  const files = new Map<string, FileEntry>()
  for await (const f of readList(store, manifest.files)) files.set(f.path, f)
  if (!manifest.wal) return { manifest, files: [...files.values()], segments: [], histories: [] }
  const there = new Map<string, string>()
  for await (const { key } of store.vault.list(`wal/${manifest.wal.system}/`)) there.set(pieceOf(key), key)
  const segments = unbroken(manifest.wal.to, new Set(there.keys())).map((n) => there.get(n) as string)
  const histories = [...there].filter(([n]) => isHistory(n)).map(([, key]) => key)
  const lists: string[] = []
  for await (const { key } of store.vault.list('since/')) if (writtenAt(key) >= timeOf(manifest.id)) lists.push(key)
  for (const key of lists.sort()) for await (const f of readList(store, { key })) files.set(f.path, f)
  return { manifest, files: [...files.values()], segments, histories }
}
async function assertRoom(dataDir: string, bucket: Bucket | null, { manifest, files, segments }: Plan): Promise<void> {
  let folder = resolve(dataDir)
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const here = files.filter((f) => !bucket?.has(f.path))
  const need = manifest.database.sizeBytes + here.reduce((n, f) => n + f.size, 0) + (segments.length + 16) * 2 ** 24
  if (bavail * bsize < need)
    throw new BackupFailure(
      `Faltam ${Math.ceil((need - bavail * bsize) / 1e6)} MB de espaço em ${folder} para restaurar (${Math.ceil(need / 1e6)} MB ao todo).`,
    )
}
async function verify(store: Store, { manifest, files, segments, histories }: Plan): Promise<void> {
  for (const object of manifest.objects) for await (const _ of await getObject(store, object)) continue
  await readFiles(store, files)
  for (const key of [...segments, ...histories]) for await (const _ of await getObject(store, { key })) continue
}
async function ofOurs(store: Store, plan: Plan, wanted: Wanted): Promise<string> {
  const { dataDir, at, say } = wanted
  const { home, ids } = embeddedHome(dataDir)
  const data = join(home, 'data')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const password = plan.files.find((f) => f.path === PASSWORD)
  const base = plan.manifest.objects[0]
  if (!(password && base)) throw new BackupFailure('O backup está incompleto.')
  await writeFile(join(home, 'password'), fileBytes(store, password), { mode: 0o600 })
  await untar(store, base, data)
  const incoming = join(home, 'wal-in')
  await mkdir(incoming, { recursive: true })
  for (const key of [...plan.segments, ...plan.histories])
    await writeFile(join(incoming, pieceOf(key)), await readObject(store, { key }))
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const settings = [
    `restore_command = ${quoted(`cp "${incoming.replaceAll('%', '%%')}/%f" "%p"`)}`,
    // What another installation went on to do from here is not ours.
    "recovery_target_timeline = 'current'",
    // With its zone as a number: PostgreSQL does not know zones by name yet when it reads this, not even Z.
    ...(at
      ? [`recovery_target_time = ${quoted(at.toISOString().replace('Z', '+00'))}`, "recovery_target_action = 'promote'"]
      : []),
  ]
  const file = join(data, 'postgresql.auto.conf')
  const before = existsSync(file) ? await readFile(file, 'utf8') : ''
  await appendFile(file, `\n${settings.join('\n')}\n`)
  await writeFile(join(data, 'recovery.signal'), '')
  if (ids) execFileSync('chown', ['-R', `${ids.uid}:${ids.gid}`, home])
  say('Lendo o log do banco.')
  // It ends when its log does not reach the moment, before it can be asked or after; launched again, it says so again.
  const inWords = async (error: Error): Promise<never> => {
    for (let i = 0; at && i < 20; i++, await sleep(250))
      if (/recovery ended before/.test(lastWords(home)))
        throw new BackupFailure('O log que foi enviado acaba antes desse momento. Sem --at volta tudo o que há.')
    throw error
  }
  return withEmbedded(wanted, async (embedded) => {
    const until = await recovered(embedded.url('super'), data, plan.segments.length)
    await writeFile(file, before)
    await rm(incoming, { recursive: true, force: true })
    return until ?? plan.manifest.at
  }).catch(inWords)
}
/** Starts the embedded PostgreSQL for `work`, and stops it at the end of it or at the signal. */
async function withEmbedded<T>(
  { dataDir, say, signal, databaseStarts }: Wanted,
  work: (embedded: Embedded) => Promise<T>,
): Promise<T> {
  databaseStarts?.()
  const embedded = await startEmbedded(dataDir, say, undefined, {}, signal)
  const interrupted = new Promise<never>((_, fail) => {
    const stop = () => fail(new BackupFailure('Interrompido antes do fim. Rode o mesmo comando outra vez.'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work(embedded), interrupted])
  } finally {
    await embedded.stop()
  }
}
async function untar(store: Store, base: Manifest['objects'][number], data: string): Promise<void> {
  const made = new Set<string>()
  const folder = async (path: string) => {
    if (!made.has(path)) await mkdir(path, { recursive: true, mode: 0o700 })
    made.add(path)
  }
  const out = extract()
  const unpacked = (async () => {
    for await (const entry of out) {
      const path = join(data, entry.header.name)
      if (!path.startsWith(data + sep)) throw new BackupFailure(`${entry.header.name} sairia de ${data}.`)
      if (entry.header.type === 'directory') {
        await folder(path)
        entry.resume()
      } else {
        await folder(dirname(path))
        await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
      }
    }
  })()
  await bothEnds(pipeline(await getObject(store, base), out), unpacked)
  await chmod(data, 0o700)
}
/** Waits until it writes again; answers the moment of the last thing that came back. */
async function recovered(url: string, data: string, segments: number): Promise<string | null> {
  const patience = Date.now() + 60_000 + segments * 10_000
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ waits: boolean; until: Date | null }>(
        'select pg_is_in_recovery() as waits, pg_last_xact_replay_timestamp() as until',
      )
      if (rows[0] && !rows[0].waits) return rows[0].until?.toISOString() ?? null
      if (Date.now() > patience) throw new BackupFailure(`O banco em ${data} não terminou de ler o log. Tente de novo.`)
      await sleep(50)
    }
  } finally {
    await client.end()
  }
}
/** A restore that stopped half-way may have been of a later backup, whose tables these rows do not fill. */
async function onlyThose(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations where name <> all ($1) limit 1', [
    names,
  ])
  if (rows[0])
    throw new BackupFailure(
      `O banco ficou de uma restauração de um backup mais novo (${rows[0].name}). Crie um vazio para este.`,
    )
}
async function ofAnothers(store: Store, { manifest }: Plan, wanted: Wanted): Promise<string> {
  const { ownerUrl, say } = wanted
  const bringBack = async (url: string) => {
    await migrate(url, manifest.database.migrations)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    try {
      await onlyThose(client, manifest.database.migrations)
      const { rows } = await client.query<{ id: number }>('select max(id) as id from graphile_worker.migrations')
      if (rows[0]?.id !== manifest.database.queue)
        throw new BackupFailure(
          `A fila do backup é da versão ${manifest.database.queue}, a deste programa da ${rows[0]?.id}: use o programa com que ele foi feito.`,
        )
      say('Pondo as linhas de volta.')
      await loadRows(client, store, manifest.objects, manifest.counts.rows ?? {})
    } finally {
      await client.end()
    }
    return manifest.at
  }
  return ownerUrl ? bringBack(ownerUrl) : withEmbedded(wanted, (embedded) => bringBack(embedded.url('owner')))
}
