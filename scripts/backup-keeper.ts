// Started by npm start where BACKUP_TO is set: a backup whenever one is due (backup.ts, a process of its own), and
// between them, where the database is ours, its log and new files every few seconds; all of it while the place is this
// installation's (whose.ts).
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient } from '#server/database-address.ts'
import type { FileEntry } from '#server/backup/files.ts'
import { dueIn, lastMade } from '#server/backup/keep.ts'
import { listBackups, readList, readManifest } from '#server/backup/manifest.ts'
import { pieceOf } from '#server/backup/segments.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { givenUp, type Shipper, shipper } from '#server/backup/ship.ts'
import { isPrepared } from '#server/backup/source.ts'
import { isOnSameDisk } from '#server/backup/place.ts'
import { openVault } from '#server/backup/vault.ts'
import { type Installation, installationOf, isMine, SIGN_EVERY, sign, signIn } from '#server/backup/whose.ts'
import { livingEmbedded } from '#server/postgres.ts'
import { UNDER_WAY } from './keep-backups.ts'

const { to, key, every, loss } = backupSettings()
const spool = process.env.BACKUP_LOG ?? ''
const dataDir = process.env.DATA_DIR as string
const ownerUrl = process.env.DATABASE_OWNER_URL ?? (process.env.DATABASE_URL as string)
/** Between two looks. */
const ROUND = Math.min(5000, (loss * 1000) / 12)
/** Between two signs of life in the place. */
const SIGN = Math.min(SIGN_EVERY, loss * 500)
/** After a backup that failed. */
const AGAIN = Math.min(300_000, every * 60_000)

const quiet = !['trace', 'debug', 'info'].includes(process.env.LOG_LEVEL ?? '')
const log = (level: number, msg: string, more = {}) => {
  if (level > 30 || !quiet) process.stderr.write(`${JSON.stringify({ level, time: Date.now(), msg, ...more })}\n`)
}
let stopping = false
const stop = new AbortController()
for (const signal of ['SIGTERM', 'disconnect'] as const)
  process.on(signal, () => {
    stopping = true
    stop.abort()
  })
// The terminal's Ctrl+C reaches everybody: this one waits to be told, and sends the last piece before it goes.
process.on('SIGINT', () => {})

const vault = await openVault(to)
const store = { vault, key }
let client: pg.Client | undefined
let me: Installation | undefined
let signed = -SIGN
let mine = true
/** Whether the last look found a sign in the place. */
let signSeen = false
let ship: Shipper | undefined
/** By a clock that nobody sets, as all that is waited for here. */
let due = 0
/** The log has a gap: a backup begins it again, whenever the last one was. */
let broken = false
let taking: Promise<void> | undefined
let said = ''
let prepared = false

if (isOnSameDisk(to, dataDir))
  log(40, `BACKUP_TO (${to}) está no mesmo disco que a pasta de dados: quem perde um, perde o outro`)
// What is being sent may take longer than a sign may be late.
setInterval(() => void holdPlace().catch(() => {}), SIGN)
while (!stopping) {
  await round()
  await sleep(ROUND, undefined, { signal: stop.signal }).catch(() => {})
}
if (ship && client && process.connected) await lastPiece()
await taking
process.exit(0)

async function round(): Promise<void> {
  try {
    if (spool && (await givenUp(spool))) {
      log(50, 'o log do banco não pôde ser enviado e foi deixado: um backup novo começa outra vez')
      broken = true
      due = 0
    }
    client ??= await connect()
    // The first start of all is still making its tables.
    if (!(prepared ||= await isPrepared(client))) return
    me ??= await installationOf(client, spool ? dirname(spool) : undefined)
    await holdPlace()
    if (spool && mine && !ship) ship = await ready(client, me)
    if (!taking && performance.now() >= due) {
      if (mine && !broken) due = performance.now() + (await untilDue())
      if (performance.now() >= due) taking = take()
    }
    if ((await ship?.round(client))?.gap) {
      log(50, 'falta um pedaço no log do banco: um backup novo começa outra vez')
      broken = true
      due = 0
    }
    said = ''
  } catch (error) {
    const words = (error as Error).message
    if (words !== said) log(50, 'o backup não avança', { reason: words })
    said = words
    await client?.end().catch(() => {})
    client = undefined
  }
}
async function connect(): Promise<pg.Client> {
  const c = new DatabaseClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  c.on('error', () => {
    client = undefined
  })
  await c.connect()
  return c
}
/** Says that this installation lives, or hears that the place is another's: from there on nothing is sent but a backup,
 * which makes it ours again or is refused. */
async function holdPlace(): Promise<void> {
  if (!me) return
  const there = await signIn(store)
  const before = mine
  mine = isMine(there, me)
  // Our sign is gone: the disk is not mounted any more, or the place was emptied. The next backup is refused, and says so.
  if (!there && signSeen) {
    ship = undefined
    due = 0
  }
  signSeen = there !== null
  if (!mine) ship = undefined
  if (!mine && before) due = 0
  // Whoever finds none makes the first with a backup, or where one of its own is there.
  if (!mine || !(there || ship) || performance.now() - signed < SIGN) return
  await sign(store, me, SIGN)
  signed = performance.now()
}
/** Where a backup of this very database is there; another, or another life of it, begins with a new one. */
async function ready(c: pg.Client, { id }: Installation): Promise<Shipper | undefined> {
  const last = (await listBackups(vault)).at(-1)
  if (!last) return undefined
  const manifest = await readManifest(store, last.key)
  const { rows } = await c.query<{ system: string; timeline: number }>(
    'select system_identifier::text as system, timeline_id as timeline from pg_control_system(), pg_control_checkpoint()',
  )
  const wal = manifest.wal
  const whose = manifest.installation?.id ?? id
  if (
    !wal ||
    whose !== id ||
    wal.system !== rows[0]?.system ||
    Number.parseInt(wal.to.slice(0, 8), 16) !== rows[0]?.timeline
  ) {
    if (!taking && performance.now() >= due) taking = take()
    return undefined
  }
  const known = new Map<string, FileEntry>()
  for await (const f of readList(store, manifest.files)) known.set(f.path, f)
  const sent = new Set<string>()
  for await (const { key } of vault.list(`wal/${wal.system}/`)) sent.add(pieceOf(key))
  return shipper(dataDir, spool, store, wal, sent, known)
}
async function untilDue(): Promise<number> {
  const now = new Date()
  return dueIn(lastMade(await listBackups(vault), now), every, now)
}
async function take(): Promise<void> {
  const fills = broken
  // What is given up from here on is behind this one.
  broken = false
  const child = spawn(process.execPath, [`${import.meta.dirname}/backup.ts`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.env.BACKUP_LOG ? { ...process.env, DATABASE_URL: '', DATABASE_OWNER_URL: '' } : process.env,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (text += d))
  const end = () => child.kill()
  stop.signal.addEventListener('abort', end)
  const code = await new Promise((done) => child.on('error', () => done(1)).on('close', done))
  stop.signal.removeEventListener('abort', end)
  const words = text.trim().slice(-1000)
  // Of several workers one is first.
  if (code === 0 || code === UNDER_WAY) log(30, words)
  else if (!stopping) log(50, 'o backup falhou', { reason: words })
  if (code === 0) due = broken ? 0 : performance.now() + every * 60_000
  else {
    due = performance.now() + AGAIN
    broken ||= fills
  }
  taking = undefined
}
/** At an orderly end nothing stays behind: the piece that is being written is finished and sent. */
async function lastPiece(): Promise<void> {
  try {
    const ours = new pg.Client({ connectionString: livingEmbedded(dataDir)?.url('super') })
    ours.on('error', () => {})
    await ours.connect()
    await ours.query('select pg_switch_wal()')
    await ours.end()
    const until = performance.now() + 8000
    for (let sent = 0; sent === 0 && performance.now() < until; await sleep(200))
      sent = (await (ship as Shipper).round(client as pg.Client)).segments
  } catch (error) {
    log(50, 'o fim do log do banco não foi enviado', { reason: (error as Error).message })
  }
}
