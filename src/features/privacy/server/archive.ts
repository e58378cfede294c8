// Everything about a company or a person as a zip: JSON as it is stored, spreadsheets that
// people read, photos as they came.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { salesSheet } from '#features/orders/server/index.ts'
import { productsSheet } from '#features/spreadsheets/server/index.ts'
import { FIELDS } from '#features/spreadsheets/columns.ts'
import { type Asking, inCompany, openSnapshot, type Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { firstKept, HALF } from '#server/storage.ts'
import { Refusal } from '#shared/errors.ts'
import { dump, findFiles, timeZoneOf } from './queries.ts'

/** Companies whose rows are being copied: one copy of each, few in all, because each holds a connection. */
const copied = new Set<number>()
const AT_ONCE = 3

/** A zip that is written while it is read. What fails in it (a question, a file) fails its reader, and nothing else. */
async function newZip(done: () => void = () => {}) {
  // Loaded when somebody asks for a zip.
  const zip = new (await import('yazl')).ZipFile()
  const stream = zip.outputStream as PassThrough
  let current: Readable | undefined
  zip.on('error', (error) => stream.destroy(error as Error))
  stream.on('error', () => {})
  stream.on('close', () => {
    current?.destroy()
    done()
  })
  return {
    stream: stream as Readable,
    /** Opened when its turn comes; done when it was taken. */
    add: (name: string, open: () => Readable) =>
      new Promise<void>((taken) =>
        zip.addReadStreamLazy(name, { compress: !/\.(jpeg|png|webp|avif)$/.test(name) }, (start) => {
          current = open()
          current.on('error', (error) => stream.destroy(error)).on('close', taken)
          start(null, current)
        }),
      ),
    text: (name: string, text: string) => zip.addBuffer(Buffer.from(text), name),
    end: () => zip.end(),
  }
}
/** File in the zip → table. */
const TABLES: Record<string, string> = {
  empresa: 'companies',
  usuarios: 'users',
  categorias: 'categories',
  produtos: 'products',
  variacoes: 'variations',
  categorias_dos_produtos: 'product_categories',
  fotos_dos_produtos: 'product_images',
  perfis: 'entities',
  integracoes: 'integrations',
  pedidos: 'orders',
  itens_dos_pedidos: 'order_lines',
  historico_dos_pedidos: 'order_events',
  pagamentos_dos_pedidos: 'order_payments',
  conversas: 'conversations',
  mensagens: 'messages',
  modelos_de_mensagem: 'message_templates',
  pedidos_de_preco: 'price_requests',
  comissoes: 'commission_rates',
  metas: 'sales_targets',
  aberturas_do_catalogo: 'openings',
  visitas_do_catalogo: 'catalogue_visits',
  vitrine: 'showcases',
  assinaturas: 'subscriptions',
  cobrancas: 'invoices',
  consentimentos: 'consents',
  agenda: 'events',
  dias_da_agenda: 'event_days',
  visitas: 'visits',
  carteiras: 'portfolio_moves',
  cadastros_juntados: 'client_merges',
  registro: 'logs',
}
/** A table as one JSON array. */
async function* rowsOf(tx: Tx, table: string) {
  let before = '[\n'
  for await (const rows of dump(tx, table)) {
    yield before + rows.join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
/** The company's zip as it grows: everything as it stood when it was asked for. */
export async function companyZip(kit: Kit, company: number): Promise<Readable> {
  if (copied.has(company) || copied.size >= AT_ONCE)
    throw new Refusal('busy', {
      message: 'Outras cópias estão sendo feitas agora. Tente de novo em um minuto.',
      retry_after: 60,
    })
  copied.add(company)
  let snapshot: Awaited<ReturnType<typeof openSnapshot>> | undefined
  const done = () => {
    copied.delete(company)
    void snapshot?.close()
  }
  try {
    snapshot = await openSnapshot(kit.config.databaseUrl, company)
    return await fill(kit, company, snapshot.tx, done)
  } catch (error) {
    done()
    throw error
  }
}
/** What the picture was called, and eight letters that tell two of one name apart. */
const nameOf = (f: { name: string; hash: string }) =>
  [f.name.replace(/[^\w.-]/g, '-'), f.hash.slice(0, 8)].filter(Boolean).join('-')
/** `done` is told when the last row was read, or nobody reads on. Photos come after that, each fetched in its turn: nothing
 * of the database waits for S3, or for whoever takes the copy. */
async function fill(kit: Kit, company: number, tx: Tx, done: () => void): Promise<Readable> {
  const files = await findFiles(tx)
  const time_zone = await timeZoneOf(tx, company)
  const zip = await newZip(done)
  const ask: Asking = (work) => work(tx)
  for (const [name, table] of Object.entries(TABLES))
    void zip.add(`dados/${name}.json`, () => Readable.from(rowsOf(tx, table)))
  void zip.add('planilhas/produtos.xlsx', () => productsSheet(ask, [...FIELDS]))
  const photos = async () => {
    for (const f of files) {
      const original = `${f.hash}-original.${f.type}`
      const stored = await firstKept(kit.storage, [original, `${f.hash}-1600.webp`, `${f.hash}-800.webp`])
      if (zip.stream.destroyed) return
      if (stored)
        await zip.add(`fotos/${nameOf(f)}${stored.slice(stored.lastIndexOf('.'))}`, () => kit.storage.stream(stored))
    }
    zip.end()
  }
  void zip
    .add('planilhas/vendas.xlsx', () => salesSheet(ask, { from: null, until: null, time_zone }).once('end', done))
    .then(photos)
    .catch((error: Error) => zip.stream.destroy(error))
  return zip.stream
}
/** What is kept of one person: the texts, the orders as a spreadsheet, the picture. */
export async function personZip(
  kit: Kit,
  p: { company: number; orders: number[]; time_zone: string; picture: string; hide_price: boolean },
  texts: Record<string, string>,
): Promise<Readable> {
  const zip = await newZip()
  for (const [name, text] of Object.entries(texts)) zip.text(name, text)
  const wanted = { from: null, until: null, time_zone: p.time_zone, orders: p.orders, hide_price: p.hide_price }
  void zip.add('pedidos.xlsx', () => salesSheet((work) => inCompany(kit.pool, p.company, work), wanted))
  const hash = /(p[0-9a-f]{31}|[0-9a-f]{32})/.exec(p.picture)?.[1]
  const widths = hash ? ['1600', '800', '400'].map((w) => `${hash}-${w}.webp`) : []
  const stored = await firstKept(kit.storage, widths)
  if (stored) void zip.add('foto.webp', () => kit.storage.stream(stored))
  zip.end()
  return zip.stream
}
/** What the copy that is kept of a company is called. */
export const copyOf = (company: number) => `empresa-${company}.zip`
/** Which company's copy is called so. */
export const companyOfCopy = (name: string) => Number(/^empresa-(\d+)\.zip$/.exec(name)?.[1] ?? 0)
/** Writes the company's zip and keeps it where files are kept, whole or not at all. */
export async function keepArchive(kit: Kit, company: number): Promise<void> {
  const name = copyOf(company)
  const half = `${kit.storage.path(name)}.${randomUUID()}${HALF}`
  await mkdir(dirname(half), { recursive: true })
  try {
    await pipeline(await companyZip(kit, company), createWriteStream(half, { flush: true }))
    await kit.storage.ahead(half, name)
    await kit.storage.place(half, name)
  } finally {
    await rm(half, { force: true })
  }
}
