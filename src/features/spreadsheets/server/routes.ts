import type { FastifyInstance } from 'fastify'
import { addCategory, findCategories } from '#features/categories/server/index.ts'
import { addProducts, findTakenCodes, linkCategories, roomForProducts } from '#features/products/server/index.ts'
import type { Tx } from '#server/db.ts'
import { type Kit, serve } from '#server/serve.ts'
import { fold } from '#features/products/search.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { insertProducts } from '../contract.ts'
import { type ProductDraft, type RowIssue, readTable } from '../rules.ts'
import { readSheet } from './read.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, insertProducts, async ({ tx, caller, files }) => {
    const file = files.file?.[0]
    if (!file) throw invalid({ file: 'Escolha uma planilha .xlsx ou .csv.' })
    const issues: RowIssue[] = []
    const drafts = readTable(await readSheet(file.bytes), issues)
    if (issues.length === 0) {
      const room = await roomForProducts(tx, caller.company_id)
      if (drafts.length > room)
        throw new Refusal('plan_limit', { message: `Seu plano tem lugar para mais ${Math.max(0, room)} produtos e a planilha traz ${drafts.length}. Nada foi gravado.` })
      const taken = await findTakenCodes(tx, drafts.map((d) => d.code).filter(Boolean))
      for (const d of drafts) if (taken.has(d.code.toLowerCase())) issues.push({ row: d.row, column: 'Código', message: `Já existe um produto com o código ${d.code}.` })
    }
    if (issues.length) throw refused(issues)
    const categories = await categoryIds(tx, caller.company_id, drafts)
    const ids = await addProducts(tx, caller.company_id, drafts)
    await linkCategories(
      tx,
      caller.company_id,
      drafts.flatMap((d, i) => d.categories.map((c) => ({ product_id: ids[i] as number, category_id: categories.ids.get(fold(c)) as number }))),
    )
    return { mensagem: `${ids.length} ${ids.length === 1 ? 'produto criado' : 'produtos criados'}.`, created: ids.length, categories_created: categories.created }
  })
}
/** Every bad row at once, row by row. */
function refused(issues: RowIssue[]): Refusal {
  issues.sort((a, b) => a.row - b.row)
  const first = issues
    .slice(0, 3)
    .map((i) => `linha ${i.row}${i.column ? `, ${i.column}` : ''}: ${i.message}`)
    .join(' ')
  const more = issues.length > 3 ? ` E mais ${issues.length - 3}.` : ''
  return new Refusal('rows_refused', { rows: issues, message: `Nada foi gravado: ${first}${more}` })
}
/** Ids of the named categories; missing ones are created, after those that exist. */
async function categoryIds(tx: Tx, company: number, drafts: ProductDraft[]) {
  const { rows } = await findCategories(tx, { name: '', onlySuper: false, master_id: null, hidden: [], limit: 100_000, offset: 0 })
  const ids = new Map(rows.map((c) => [fold(c.name), c.id]))
  let created = 0
  for (const name of drafts.flatMap((d) => d.categories)) {
    if (ids.has(fold(name))) continue
    ids.set(fold(name), await addCategory(tx, company, { name, image: '', order: rows.length + created, is_master_category: false }))
    created++
  }
  return { ids, created }
}
