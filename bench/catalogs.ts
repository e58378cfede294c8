// The PDF catalogue of 3,115 products with photos, nine a page: against the bare library, and what others notice.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { startTestDatabase } from '../test/database.ts'
import { startTestApp, type TestApp, UNLIMITED } from '../test/kit.ts'
import { readPdf } from '../test/pdf_reader.ts'
import type { Shop } from './filled.ts'
import { cpuOf, load, rssOf, type Server, startServer } from './measure.ts'
import { realShop } from './real_shop.ts'
import { keepSection } from './results.ts'

const PRODUCTS = 3115
const BASES = 40
const rows: string[][] = []
const note = (name: string, value: string, goal: string, good: boolean) => {
  rows.push([name, value, goal === '—' ? goal : `${goal} ${good ? '✓' : '✗'}`])
  process.stdout.write(`${rows.at(-1)?.join(' · ')}\n`)
}
const hashOf = (n: number) => createHash('sha256').update(`a${n}`).digest('hex')

/** Photos as the product keeps them, a file for each product; forty different ones. */
async function photos(t: TestApp): Promise<void> {
  const bases: string[][] = []
  const folder = join(t.config.dataDir, 'bases')
  await mkdir(folder, { recursive: true })
  for (let n = 0; n < BASES; n++) {
    const noise = { type: 'gaussian' as const, mean: 150, sigma: 10 + n }
    const made = sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#fff', noise } }).blur(2)
    const one = await made.png().toBuffer()
    const files: string[] = []
    for (const width of [400, 800]) {
      const file = join(folder, `${n}-${width}.webp`)
      await writeFile(file, await sharp(one).resize(width).webp({ quality: 75 }).toBuffer())
      files.push(file)
    }
    bases.push(files)
  }
  for (let n = 0; n < PRODUCTS; n++)
    for (const [k, width] of [400, 800].entries()) {
      const to = t.kit.storage.path(`${hashOf(n)}-${width}.webp`)
      await mkdir(dirname(to), { recursive: true })
      await copyFile((bases[n % BASES] as string[])[k] as string, to)
    }
}
const BODY = {
  title: 'Catálogo',
  model: 'vitrine',
  per_page: 9,
  prices: '1',
  qr: '1',
  openings: '1',
  index: '1',
  closing: '1',
  only_active: '1',
}
/** The process that draws, while there is one. */
const drawing = (server: number) =>
  readdirSync('/proc').find((pid) => {
    try {
      return (
        Number(/\nPPid:\t(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === server &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('paint.ts')
      )
    } catch {
      return false
    }
  })
interface Made {
  ms: number
  first: number
  answered: number
  row: { id: number; bytes: number; page_count: number; link: string; files: number }
}
async function make(s: Server, token: string, more: object = {}): Promise<Made> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const from = performance.now()
  const asked = await fetch(`${s.origin}/api/v2/catalogs`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...BODY, ...more }),
  })
  const answered = performance.now() - from
  const { data, message } = (await asked.json()) as { data?: { id: number }; message?: string }
  if (!data) throw new Error(message)
  let first = 0
  for (;;) {
    const listed = (await (await fetch(`${s.origin}/api/v2/catalogs`, { headers })).json()) as {
      data: (Made['row'] & { status: string; done: number })[]
    }
    const row = listed.data.find((r) => r.id === data.id)
    if (row?.status === 'falhou') throw new Error('falhou')
    if (!first && row && row.done > 0) first = performance.now() - from
    if (row?.status === 'pronto') return { ms: performance.now() - from, first, answered, row }
    await new Promise((r) => setTimeout(r, 25))
  }
}
async function bare(t: TestApp, shop: Shop, width: number): Promise<{ ms: number; cpu: number }> {
  const { rows: known } = await t.owner.query<{ name: string; price: string; n: number }>(
    'select name, price::text, "order" as n from products where company_id = $1 and active order by "order"',
    [shop.company.id],
  )
  const wide = width > 400 ? 800 : 400
  const files = known.map((p) => ({ ...p, file: t.kit.storage.path(`${hashOf(p.n)}-${wide}.webp`) }))
  const from = performance.now()
  const child = spawn(
    process.execPath,
    ['bench/catalogs_floor.ts', join(t.config.dataDir, 'bare.pdf'), String(width)],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  )
  child.stdin.end(JSON.stringify(files))
  let cpu = 0
  const watch = setInterval(() => (cpu = Math.max(cpu, cpuOf(Number(child.pid)))), 50)
  await new Promise((done) => child.on('close', done))
  clearInterval(watch)
  return { ms: performance.now() - from, cpu }
}
async function measureCatalogs(t: TestApp, postmaster: number): Promise<void> {
  const shop = await realShop(t)
  await t.owner.query('update products set active = false where company_id = $1 and "order" >= $2', [
    shop.company.id,
    PRODUCTS,
  ])
  await photos(t)
  process.env.TEST_JOBS = '1'
  const s = await startServer(
    'test/server.ts',
    [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl],
    '/readyz',
    ['--max-semi-space-size=2', '--max-old-space-size=1024'],
  )
  const { token } = shop.company.admin
  const reader = { headers: { authorization: `Bearer ${shop.company.client.token}` } }
  const pages = (n: number): [string, RequestInit] => [`/api/v1/products?limit=24&page=${1 + (n % 100)}`, reader]
  await load(s, postmaster, 300, 1, pages)
  const idle = await load(s, postmaster, 1500, 1, pages)
  // Small first: what a process does once is done.
  await make(s, token, { model: 'tabela' })

  const before = rssOf(s.pid)
  let peak = 0
  let child: string | undefined
  let cpu = 0
  const watch = setInterval(() => {
    // Looked for until it is there: to look through every process takes a core from who is measured.
    child ??= drawing(s.pid)
    if (child) cpu = Math.max(cpu, cpuOf(Number(child)))
    try {
      peak = Math.max(peak, rssOf(s.pid) + (child ? rssOf(Number(child)) : 0))
    } catch {
      // It has ended just now.
    }
  }, 50)
  const made = await make(s, token)
  clearInterval(watch)
  const file = await fetch(`${s.origin}${new URL(made.row.link).pathname}`)
  const read = readPdf(new Uint8Array(await file.arrayBuffer()))
  const width = Math.max(...read.pages.slice(3, 40).flatMap((p) => p.pictures.map((x) => x.width)))
  const floor = await bare(t, shop, width)
  const ratio = made.ms / floor.ms
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  note(`3.115 produtos com fotos de ${width} pixels, 9 por página`, seconds(made.ms), '—', true)
  note('A biblioteca nua com as mesmas fotos', seconds(floor.ms), '—', true)
  note('Razão', `${ratio.toFixed(2)}×`, '≤ 1,5×', ratio <= 1.5)
  note(
    'Tempo de processador dos dois',
    `${cpu.toFixed(1)} s e ${floor.cpu.toFixed(1)} s, ${(cpu / floor.cpu).toFixed(2)}×`,
    '—',
    true,
  )
  note('Primeiro progresso', `${made.first.toFixed(0)} ms`, '≤ 1 s', made.first <= 1000)
  note(
    'Memória a mais, servidor e processo que desenha',
    `${(peak - before).toFixed(0)} MB`,
    '≤ 250 MB',
    peak - before <= 250,
  )
  note('Tamanho para WhatsApp', `${(made.row.bytes / 1e6).toFixed(1)} MB`, '≤ 15 MB', made.row.bytes <= 15e6)
  const again = await make(s, token)
  note(
    'O mesmo de novo',
    `${again.answered.toFixed(0)} ms`,
    '≤ 100 ms',
    again.answered <= 100 && again.row.id === made.row.id,
  )

  let busy = { p50: 0, p99: 0 }
  const reads: number[] = []
  let over = false
  const others = (async () => {
    while (!over) {
      const l = await load(s, postmaster, 200, 1, pages)
      reads.push(l.p99)
      busy = l
    }
  })()
  const print = await make(s, token, { size: 'impressao' })
  over = true
  await others
  const p99 = reads.toSorted((a, b) => a - b)[Math.floor(reads.length / 2)] ?? busy.p99
  note('O mesmo para impressão', `${seconds(print.ms)}, ${(print.row.bytes / 1e6).toFixed(1)} MB`, '—', true)
  note('Lista de 24 para outros, p99 ocioso', `${idle.p99.toFixed(1)} ms`, '—', true)
  note(
    'O mesmo enquanto se desenha, p99 (metade das rodadas de 200)',
    `${p99.toFixed(1)} ms, ${(p99 / idle.p99).toFixed(1)}×`,
    '≤ 3×',
    p99 <= 3 * idle.p99,
  )
  await t.owner.query('update companies set max_products = 60000 where id = $1', [shop.company.id])
  await t.owner.query(
    `insert into products (company_id, name, code, price, "order")
       select $1, 'Produto ' || n, 'X-' || n, 1000 + n, 10000 + n from generate_series(1, $2::int) n`,
    [shop.company.id, 50_000 - PRODUCTS],
  )
  const many = await make(s, token, { title: 'Cinquenta mil', prices: '1' })
  note(`50.000 produtos em ${many.row.files} arquivos, ${many.row.page_count} páginas`, seconds(many.ms), '—', true)
  await s.stop()
}
const server = await startTestDatabase()
const t = await startTestApp({ config: { limits: UNLIMITED } })
process.env.TEST_NOW = t.clock.now().toISOString()
await measureCatalogs(t, server.pid() as number)
await t.close()
await server.stop()
keepSection(
  'Catálogo em PDF',
  '3.115 produtos com uma foto cada, 9 por página, com capa, índice, aberturas e QR; a biblioteca nua (bench/catalogs_floor.ts) lê as mesmas fotos e põe as mesmas, do mesmo tamanho, com nome e preço (`node bench/catalogs.ts`)',
  ['medida', 'valor', 'objetivo'],
  rows,
)
process.exit(0)
