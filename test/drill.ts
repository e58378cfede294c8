// An installation with its own database under orders, changes and photos without end; the machine lost in the midst of it;
// brought back elsewhere by the README's words, and counted.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import sharp from 'sharp'
import { listBackups } from '#server/backup/manifest.ts'
import { openVault } from '#server/backup/vault.ts'
import { startEmbedded } from '#server/postgres.ts'
import { unseal } from '#server/seal.ts'
import { aCart, newCart, UNLIMITED, until } from './kit.ts'
import { folder, lives, postgresOf, root, senderOf, type Started, start, stop } from './starting.ts'

/** What may be lost, in seconds: whole, the minute that is promised; in npm test a fifth of it. */
export const LOSS = process.env.LONG ? 60 : 12
const KEY = 'uma frase longa que só nós sabemos'
const SECRET = 'segredo-do-erp-1234'
/** Back at work: restored and answering. */
const BACK_WITHIN = 60
interface Sent {
  from: number
  /** When it was acknowledged; Infinity: never. */
  at: number
  name: string
}
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
interface Answered {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field
  body: any
}
async function api(s: Started, method: string, path: string, token: string, body?: object): Promise<Answered> {
  const form = body instanceof FormData
  const r = await fetch(`${s.origin}${path}`, {
    method,
    signal: AbortSignal.timeout(20_000),
    headers: { authorization: `Bearer ${token}`, ...(body && !form && { 'content-type': 'application/json' }) },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  })
  return { status: r.status, body: await r.json() }
}
const well = (r: Answered): Answered['body'] => {
  assert.ok(r.status < 300, JSON.stringify(r))
  return r.body
}
const signIn = async (s: Started, email: string) =>
  well(await api(s, 'POST', '/api/v1/auth/login', '', { email, password: 'mostruario' }))

/** What the README says to type on an empty machine, but for the packages, which are here. */
const WORDS =
  /On an empty machine[\s\S]*?```sh\nnpm ci\n([\s\S]*?)npm start\n```/.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  )?.[1] ?? ''
const settings = (data: string) => ({
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
    timeout: 120_000,
  })
  return (await shell).stdout
}

/** What the load makes: orders, categories with a photo, and one product's description counted upwards. */
const NAMES = `select name from orders where name like 'Ensaio %'
  union all select name from categories where name like 'Ensaio %'`
const COUNTED = "select description::int as n from products where code = 'ENSAIO'"
interface Facts {
  names: string[]
  counted: number
  of<T>(sql: string): Promise<T[]>
}
/** Looks into a restored database that nobody serves. */
export async function lookInto<T>(data: string, look: (facts: Facts) => T | Promise<T>): Promise<T> {
  const embedded = await startEmbedded(data, () => {})
  const owner = new pg.Client({ connectionString: embedded.url('owner') })
  try {
    await owner.connect()
    const of = async <R>(sql: string) => (await owner.query(sql)).rows as R[]
    const names = (await of<{ name: string }>(NAMES)).map((r) => r.name)
    return await look({ names, counted: (await of<{ n: number }>(COUNTED))[0]?.n ?? -1, of })
  } finally {
    await owner.end()
    await embedded.stop()
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
/** A process and all that it started, its database and its sender of backups, too. */
function allOf(top: number): number[] {
  const parents = readdirSync('/proc').flatMap((n): [number, number][] => {
    try {
      return /^\d+$/.test(n)
        ? [[Number(n), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${n}/stat`, 'utf8'))?.[1])]]
        : []
    } catch {
      // It ended meanwhile.
      return []
    }
  })
  const below = (of: number): number[] => parents.filter(([, p]) => p === of).flatMap(([n]) => [n, ...below(n)])
  return [top, ...below(top)]
}

interface Load {
  sent: Sent[]
  /** Those of them that are photos. */
  photos: Sent[]
  /** Values of the counted product. */
  counted: Sent[]
  wrong: string[]
  end(): Promise<void>
}
function load(s: Started, company: number, admin: string, buyer: string, product: number): Load {
  const [sent, pictures, counted, wrong]: [Sent[], Sent[], Sent[], string[]] = [[], [], [], []]
  let working = true
  const send = async (into: Sent[][], name: string, ask: () => Promise<Answered>) => {
    const one = { from: Date.now(), at: Number.POSITIVE_INFINITY, name }
    for (const list of into) list.push(one)
    // A kill breaks what is under way.
    const r = await ask().catch(() => null)
    if (r && r.status < 300) one.at = Date.now()
    else if (r && r.status !== 503) wrong.push(JSON.stringify(r))
    await pause(20)
  }
  const orders = async () => {
    while (working) {
      const name = `Ensaio ${randomUUID()}`
      const cart = aCart([{ product_id: product, quantity: 1 }], { name, cart_id: newCart() })
      await send([sent], name, () => api(s, 'POST', `/api/v2/companies/${company}/order_cart`, buyer, cart))
    }
  }
  const photos = async () => {
    for (let i = 0; working; i++) {
      const background = { r: i % 256, g: (i * 7) % 256, b: (i >> 8) % 256 }
      const bytes = await sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer()
      const form = new FormData()
      const name = `Ensaio ${randomUUID()}`
      form.set('name', name)
      form.set('file', new File([new Uint8Array(bytes)], 'f.png', { type: 'image/png' }))
      await send([sent, pictures], name, () => api(s, 'POST', '/api/v1/categories', admin, form))
    }
  }
  const changes = async () => {
    for (let n = 1; working; n++)
      await send([counted], String(n), () =>
        api(s, 'PUT', `/api/v1/products/${product}`, admin, { description: `${n}` }),
      )
  }
  const all = Promise.all([orders(), orders(), orders(), photos(), changes()])
  return {
    sent,
    photos: pictures,
    counted,
    wrong,
    async end() {
      working = false
      await all
    },
  }
}

/** Where this installation's things lie, and where those of the one that is brought back will. */
export interface Ground {
  /** Of its backups. */
  vault: string
  /** Without a second backup and the deaths on the way. */
  short: boolean
  env: Record<string, string>
  files(data: string): Promise<Files>
  /** What goes with the machine beside its disk. */
  lose(): Promise<void>
  envBack: Record<string, string>
  filesBack(data: string): Promise<Files>
}
export interface Lost {
  /** Orders and photos that were asked for, and values of the counted product. */
  sent: Sent[]
  counted: Sent[]
  /** What was acknowledged so long before the cut that it must come back. */
  due: Sent[]
  dueCount: number
  /** The last backup, and the cut. */
  based: number
  cut: number
  /** What was on the machine that is gone. */
  had: Files
  signedWith: string
  company: number
  product: number
  buyer: string
}
/** npm start under load, backed up; its sender and its database die once alone; then all of it at once, and the disk. */
export async function loseMachine(c: TestContext, ground: Ground): Promise<Lost> {
  const data = folder()
  const env = {
    BACKUP_TO: ground.vault,
    BACKUP_KEY: KEY,
    BACKUP_LOSS: String(LOSS),
    RATE_LIMITS: JSON.stringify(UNLIMITED),
    ...ground.env,
  }
  const first = await start(data, { env })
  assert.match(first.origin, /http/, first.output())
  const admin = await signIn(first, 'admin@mostruario.test')
  const buyer = await signIn(first, 'cliente@mostruario.test')
  const company = Number(admin.company.id)
  const link = { type: 'tagplus', company_id: String(company), api_key: SECRET }
  well(await api(first, 'POST', '/api/v2/integration', admin.token, link))
  const made = { name: 'Do ensaio', code: 'ENSAIO', price: '900,00', stock: '1000000', description: '0' }
  const product = Number(well(await api(first, 'POST', '/api/v1/products', admin.token, made)).data.id)

  const work = load(first, company, admin.token, buyer.token, product)
  c.after(work.end)
  const vault = await openVault(ground.vault)
  const taken = async () => (await listBackups(vault)).length > 0
  await until(taken, 60).catch(() => assert.fail(first.output()))
  vault.close()
  // The last one is taken by hand in the midst of it: what comes after it is in the log alone.
  if (!ground.short)
    await promisify(execFile)('npm', ['run', 'backup'], { cwd: root, env: { ...settings(data), ...env } })
  const based = Date.now()
  if (!ground.short) {
    // On the way the sender and the database die once, alone: nothing of what they had in hand may be missing.
    await pause(4000)
    for (const pid of [senderOf(first), postgresOf(data)]) process.kill(pid, 'SIGKILL')
  }
  // Enough to look for, however busy the machine is.
  const since = (list: Sent[]) => list.filter((one) => one.from > based && Number.isFinite(one.at)).length
  await until(async () => since(work.sent) > 100 && since(work.photos) > 15, 60)
  await pause((LOSS + 5) * 1000)

  // The plug: everything at once, in the middle of it; then the disk.
  const processes = allOf(first.child.pid as number)
  const cut = Date.now()
  for (const pid of processes) process.kill(pid, 'SIGKILL')
  await work.end()
  await until(async () => !processes.some(lives), 20)
  assert.ok(processes.length > 5, `${processes.length} processes`)
  assert.deepEqual(work.wrong.slice(0, 5), [])
  const signedWith = readFileSync(join(data, 'app.key'), 'utf8')
  const had = await ground.files(data)
  rmSync(data, { recursive: true, force: true })
  await ground.lose()
  const { sent, counted } = work
  const due = sent.filter((s) => s.at < cut - LOSS * 1000)
  assert.ok(due.filter((s) => s.from > based).length > 20, `${due.length} acknowledged in time`)
  const dueCount = Number(counted.findLast((s) => s.at < cut - LOSS * 1000)?.name)
  return { sent, counted, due, dueCount, based, cut, had, signedWith, company, product, buyer: buyer.token }
}
/** Brought back elsewhere by the README's words and at work; then looked through, row by row and file by file. */
export async function bringBack(c: TestContext, ground: Ground, lost: Lost): Promise<void> {
  const { sent, counted, due, dueCount, based, cut, had, signedWith, company, product } = lost
  const gone = Date.now()
  const back = join(folder(), 'data')
  const said = await restored(ground.vault, back, '', ground.envBack)
  assert.match(said, /Restaurado até .*: \d+ arquivos[\s\S]*Agora: npm start/)
  const have = await ground.filesBack(back)
  const second = await start(back, { env: ground.envBack })
  assert.match(second.origin, /http/, second.output())
  const seller = await signIn(second, 'vendedor@mostruario.test')
  const seconds = (Date.now() - gone) / 1000
  assert.ok(seller.token && seconds <= BACK_WITHIN, `${seconds} s`)
  const again = aCart([{ product_id: product, quantity: 1 }], { name: 'Na máquina nova' })
  well(await api(second, 'POST', `/api/v2/companies/${company}/order_cart`, lost.buyer, again))
  assert.equal(await stop(second), 0, second.output())
  const rows = new Set<string>()
  await lookInto(back, async ({ names, counted: value, of }) => {
    const there = new Set(names)
    const late = due.filter((s) => !there.has(s.name)).map((s) => (cut - s.at) / 1000)
    assert.deepEqual(late, [], 'acknowledged in time, and lost: so many seconds before the cut')
    const asked = new Set(sent.map((s) => s.name))
    assert.equal(there.size, names.length, 'twice')
    assert.deepEqual(
      names.filter((n) => !asked.has(n)),
      [],
      'what never was',
    )
    assert.ok(value >= dueCount && value <= counted.length, `${dueCount} ≤ ${value} ≤ ${counted.length}`)
    const known = sent.filter((s) => Number.isFinite(s.at))
    const last = Math.max(...known.filter((s) => there.has(s.name)).map((s) => s.at))
    c.diagnostic(
      `${known.length} acknowledged, ${((cut - last) / 1000).toFixed(1)} s lost, back in ${seconds.toFixed(1)} s`,
    )
    const exact = await of<{ n: number }>(`select count(*)::int as n from orders o where name like 'Ensaio %'
      and (select count(*) from order_lines l where l.order_id = o.id and l.product_id = ${product}) <> 1`)
    assert.equal(exact[0]?.n, 0, 'orders without their line')
    for (const { hash } of await of<{ hash: string }>('select hash from files')) rows.add(hash)
    const named = await of<{ hash: string; type: string }>("select hash, type from files where type = 'png'")
    const nowhere = named.filter((f) => !have.has(`${f.hash}-original.${f.type}`))
    assert.ok(named.length > 10)
    assert.deepEqual(nowhere, [], 'rows without their file')
    const [secret] = await of<{ integration_id: string; sealed: Buffer }>(
      `select integration_id, sealed from integration_secrets where field = 'api_key' and company_id = ${company}`,
    )
    const place = { company_id: company, of: Number(secret?.integration_id), field: 'api_key' }
    assert.equal(unseal(signedWith, place, secret?.sealed as Buffer), SECRET)
  })
  assert.equal(readFileSync(join(back, 'app.key'), 'utf8'), signedWith)
  // A photo that was on its way when the database died once has a file, and no row: nobody was told of it.
  const old = [...had].filter(([name, f]) => f.at < cut - LOSS * 1000 && rows.has(name.slice(0, 32)))
  assert.ok(
    old.some(([, f]) => f.at > based),
    'photos of the load',
  )
  const changed = (a: Files, b: Files) => [...a].filter(([p, f]) => b.get(p)?.hash !== f.hash).map(([p]) => p)
  assert.deepEqual(changed(new Map(old), have), [], 'files lost')
  assert.deepEqual(changed(have, had), [], 'files that never were')
}
