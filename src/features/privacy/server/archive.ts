// Everything about a company or a person as a zip: JSON as it is stored, spreadsheets that people read, photos as they came.
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ZipFile } from 'yazl'
import { productsSheet, salesSheet } from '#features/spreadsheets/server/index.ts'
import { FIELDS } from '#features/spreadsheets/columns.ts'
import { inCompany } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { dump, findFiles, timeZoneOf } from './queries.ts'

const PAGE = 500
/** Loaded when somebody asks for a zip. */
const newZip = async (): Promise<ZipFile> => new (await import('yazl')).ZipFile()
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
  pedidos_de_preco: 'price_requests',
  assinaturas: 'subscriptions',
  cobrancas: 'invoices',
  consentimentos: 'consents',
  registro: 'logs',
}
/** A table as one JSON array, a page of rows at a time. */
async function* rowsOf(kit: Kit, company: number, table: string) {
  yield '['
  for (let at = 0; ; at += PAGE) {
    const rows = await inCompany(kit.pool, company, (tx) => dump(tx, table, at, PAGE))
    if (rows.length > 0) yield `${at ? ',' : ''}\n${rows.map((r) => JSON.stringify(r)).join(',\n')}`
    if (rows.length < PAGE) break
  }
  yield '\n]\n'
}
/** The company's zip as it grows. */
export async function companyZip(kit: Kit, company: number): Promise<Readable> {
  const { files, time_zone } = await inCompany(kit.pool, company, async (tx) => ({ files: await findFiles(tx), time_zone: await timeZoneOf(tx, company) }))
  const zip = await newZip()
  const add = (name: string, open: () => Readable) =>
    zip.addReadStreamLazy(name, { compress: !name.startsWith('fotos/') }, (cb) => {
      cb(null, open())
    })
  for (const [name, table] of Object.entries(TABLES)) add(`dados/${name}.json`, () => Readable.from(rowsOf(kit, company, table)))
  add('planilhas/produtos.xlsx', () => productsSheet(kit, company, [...FIELDS]))
  add('planilhas/vendas.xlsx', () => salesSheet(kit, company, { from: null, until: null, time_zone }))
  for (const f of files) {
    const original = `${f.hash}-original.${f.type}`
    const stored = [original, `${f.hash}-1600.webp`, `${f.hash}-800.webp`].find((n) => kit.storage.has(n))
    if (stored)
      add(`fotos/${f.name ? `${f.name.replace(/[^\w.-]/g, '-')}-` : ''}${f.hash.slice(0, 8)}${stored.slice(stored.lastIndexOf('.'))}`, () => kit.storage.stream(stored) as Readable)
  }
  zip.end()
  return zip.outputStream as unknown as Readable
}
/** What is kept of one person: the texts, the orders as a spreadsheet, the picture. */
export async function personZip(kit: Kit, p: { company: number; client: number; time_zone: string; picture: string }, texts: Record<string, string>): Promise<Readable> {
  const zip = await newZip()
  for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(text), name)
  zip.addReadStreamLazy('pedidos.xlsx', (cb) => {
    cb(null, salesSheet(kit, p.company, { from: null, until: null, time_zone: p.time_zone, client: p.client }))
  })
  const hash = /([0-9a-f]{32})/.exec(p.picture)?.[1]
  const stored = hash && ['1600', '800', '400'].map((w) => `${hash}-${w}.webp`).find((n) => kit.storage.has(n))
  if (stored)
    zip.addReadStreamLazy('foto.webp', { compress: false }, (cb) => {
      cb(null, kit.storage.stream(stored) as Readable)
    })
  zip.end()
  return zip.outputStream as unknown as Readable
}
export const keptPath = (kit: Kit, company: number) => join(kit.config.dataDir, 'archives', `empresa-${company}.zip`)
/** Writes the company's zip to the archives of the data folder, whole or not at all. */
export async function keepArchive(kit: Kit, company: number): Promise<void> {
  const target = keptPath(kit, company)
  await mkdir(dirname(target), { recursive: true })
  await pipeline(await companyZip(kit, company), createWriteStream(`${target}.part`))
  await rename(`${target}.part`, target)
}
