import type { FastifyInstance } from 'fastify'
import { addLog } from '#features/logs/server/index.ts'
import type { Upload } from '#server/body.ts'
import { dayIn } from '#server/clock.ts'
import { type Asking, inCompany } from '#server/db.ts'
import { type Call, type Kit, SENT, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { BASE_FIELDS, type Cell, CLIENT_COLUMNS, type ClientField, type Field, FIELDS, labelOf, ORDER_COLUMNS, type OrderField } from '../columns.ts'
import { applySheet, exportOrder, exportProducts, exportSales, insertProducts, type Preview, previewSheet, readProgress, updateProducts } from '../contract.ts'
import { type ClientValues, type PastLine, type RowIssue, showValue, type Table, type Values } from '../rules.ts'
import { carryOutClients, planClients } from './clients.ts'
import { carryOutHistory, planHistory } from './history.ts'
import { type Asked, carryOut, type Mode, plan, refused } from './plan.ts'
import { productsSheet, SALES, salesSheet } from './export.ts'
import { findLines } from './queries.ts'
import { progressOf, withProgress } from './progress.ts'
import { readSheet } from './read.ts'
import { writeSheet } from './write.ts'

/** Rows of each kind that a preview shows; the counts are whole. */
const SHOWN = 300

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, insertProducts, (call) => strictly(call, 'insert'))
  serve(app, kit, updateProducts, (call) => strictly(call, 'update'))
  serve(app, kit, previewSheet, async ({ tx, caller, body, files }) => {
    const { cells } = await sheet(files)
    if (body.kind === 'clients') return { ...previewOf(await planClients(tx, cells, askedOf(body)), cells, describeClient), categories: [], room: 100_000 }
    if (body.kind === 'orders') return { ...previewOf(await planHistory(tx, cells, askedOf(body)), cells, describeLine), categories: [], room: 100_000 }
    const p = await plan(tx, caller.company_id, cells, askedOf(body), false)
    return { ...previewOf(p, cells, describeProduct), categories: p.categories, room: p.room }
  })
  serve(app, kit, applySheet, ({ tx, caller, body, files, now }) =>
    withProgress(caller.company_id, body.progress, async (at) => {
      const { upload, cells } = await sheet(files)
      at(0.2)
      const fits = (p: { issues: RowIssue[]; rows: unknown[] }) => {
        if (p.issues.length && (!body.skip_refused || p.rows.length === 0)) throw refused(p.issues)
        at(0.35)
      }
      const later = (share: number) => at(0.35 + share * 0.6)
      if (body.kind === 'clients') {
        const p = await planClients(tx, cells, askedOf(body))
        fits(p)
        return report(await carryOutClients(tx, caller, p, upload.name, now), 'cliente')
      }
      if (body.kind === 'orders') {
        const p = await planHistory(tx, cells, askedOf(body))
        fits(p)
        return report(await carryOutHistory(tx, caller, p, upload.name, now, later), 'pedido')
      }
      const p = await plan(tx, caller.company_id, cells, askedOf(body), true)
      fits(p)
      return report(await carryOut(tx, caller, p, upload.name, now, later), 'produto')
    }),
  )
  serve(app, kit, readProgress, async ({ caller, params }) => ({ percent: progressOf(caller.company_id, params.name) }))
  /** The specification's calls: headers recognised, all or nothing. */
  async function strictly({ tx, caller, files, now }: Pick<Call<typeof insertProducts>, 'tx' | 'caller' | 'files' | 'now'>, mode: Mode) {
    const { upload, cells } = await sheet(files)
    const p = await plan(tx, caller.company_id, cells, { mode, mapping: undefined, repeated: undefined }, true)
    if (p.issues.length) throw refused(p.issues)
    return report(await carryOut(tx, caller, p, upload.name, now), 'produto')
  }

  serve(app, kit, exportProducts, async ({ tx, body, caller, reply, now }) => {
    const extra = typeof body.extra_fields === 'string' ? body.extra_fields.split(',') : (body.extra_fields ?? [])
    const fields = [...BASE_FIELDS, ...FIELDS.filter((f) => !BASE_FIELDS.includes(f) && extra.map((x) => x.trim()).includes(f))]
    await addLog(tx, caller.company_id, { id: caller.user_id, name: caller.name }, { action: 'export', object: 'sheet', name: 'Produtos' })
    return send(reply, `produtos-${dayIn(caller.time_zone, now)}.xlsx`, productsSheet(asking(kit, caller.company_id), fields))
  })
  serve(app, kit, exportOrder, async ({ tx, body, caller, reply }) => {
    const own = { seller: caller.level === 2 ? caller.user_id : null, client: caller.level >= 3 ? caller.user_id : null }
    const rows = await findLines(tx, { order: body.order_id, from: null, until: null, time_zone: caller.time_zone, ...own, after: [0, 0], limit: 5000 })
    if (rows.length === 0) throw new Refusal('not_found')
    const page = rows.map((r) => (caller.hide_price ? r.cells.map((c, i) => (SALES[i]?.kind === 'money' ? null : c)) : r.cells))
    const pages = async function* () {
      yield page
    }
    return send(reply, `pedido-${String(rows[0]?.cells[0] ?? body.order_id)}.xlsx`, writeSheet('Pedido', SALES, pages()))
  })
  serve(app, kit, exportSales, async ({ tx, body, caller, reply }) => {
    const from = new Date(`${body.start_date}T00:00:00Z`)
    const until = new Date(`${body.end_date}T00:00:00Z`)
    if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime()) || until < from) throw invalid({ end_date: 'O fim precisa vir depois do começo.' })
    if (until.getTime() - from.getTime() > 366 * 86_400_000) throw invalid({ end_date: 'Escolha no máximo um ano.' })
    await addLog(tx, caller.company_id, { id: caller.user_id, name: caller.name }, { action: 'export', object: 'sheet', name: `Vendas de ${body.start_date} a ${body.end_date}` })
    return send(
      reply,
      `vendas-${body.start_date}-${body.end_date}.xlsx`,
      salesSheet(asking(kit, caller.company_id), { from: body.start_date, until: body.end_date, time_zone: caller.time_zone }),
    )
  })
}
const asking =
  (kit: Kit, company: number): Asking =>
  (work) =>
    inCompany(kit.pool, company, work)
function send(reply: Call<typeof exportOrder>['reply'], name: string, stream: ReturnType<typeof writeSheet>): typeof SENT {
  void reply.header('content-disposition', `attachment; filename="${name}"`).type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').send(stream)
  return SENT
}
async function sheet(files: Record<string, Upload[]>): Promise<{ upload: Upload; cells: Cell[][] }> {
  const upload = files.file?.[0]
  if (!upload) throw invalid({ file: 'Escolha uma planilha .xlsx ou .csv.' })
  return { upload, cells: await readSheet(upload.bytes) }
}
const askedOf = (body: { mode?: Mode | undefined; mapping?: (string | null)[] | undefined; repeated?: Asked['repeated'] }): Asked => ({
  mode: body.mode ?? 'both',
  mapping: body.mapping,
  repeated: body.repeated,
})
function report(done: { created: number; changed: number; categories_created: number; undo_id: number | null }, what: 'produto' | 'cliente' | 'pedido') {
  const parts = [
    done.created === 1 ? `1 ${what} criado` : done.created > 1 ? `${done.created} ${what}s criados` : '',
    done.changed === 1 ? `1 ${what} alterado` : done.changed > 1 ? `${done.changed} ${what}s alterados` : '',
  ].filter(Boolean)
  return { mensagem: `${parts.join(' e ') || 'Nada mudou: a planilha é igual ao que já existe'}.`, ...done }
}
interface AnyPlan<V> {
  table: Table<V>
  issues: RowIssue[]
  rows: { draft: { row: number; values: V }; result: Preview['rows'][number]['result']; was: object; now: object }[]
}
/** What a row is called, and how a change of one of its fields reads. */
interface Describe<V> {
  code: (v: V) => string
  name: (v: V) => string
  label: (field: string) => string
}
const describeProduct: Describe<Values> = { code: (v) => v.code ?? '', name: (v) => v.name ?? '', label: (f) => labelOf(f as Field) }
const describeClient: Describe<ClientValues> = {
  code: (v) => v.client_code || v.document || '',
  name: (v) => v.company_name || v.name || '',
  label: (f) => ({ address: 'Endereço', seller_id: 'Vendedor', active: 'Pode comprar' })[f] ?? CLIENT_COLUMNS[f as ClientField]?.header ?? f,
}
const describeLine: Describe<PastLine> = { code: (v) => v.code, name: (v) => `${v.order} · ${v.client}`, label: (f) => ORDER_COLUMNS[f as OrderField]?.header ?? f }
function previewOf<V extends object>(p: AnyPlan<V>, cells: Cell[][], d: Describe<V>) {
  const counts = { new: 0, changed: 0, same: 0, refused: 0 }
  for (const r of p.rows) counts[r.result]++
  const byRow = Map.groupBy(p.issues, (i) => i.row)
  const shown = { new: 0, changed: 0, same: 0, refused: 0 }
  const text = (c: Cell | undefined) => String(c ?? '').slice(0, 60)
  const read = (field: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.values(value).filter(Boolean).join(', ') : showValue(field, value)
  return {
    columns: p.table.header.map((h, i) => ({
      header: text(h),
      field: p.table.columns[i] ?? null,
      samples: cells
        .slice(p.table.headerRow)
        .map((r) => text(r[i]))
        .filter(Boolean)
        .slice(0, 3),
    })),
    missing: p.rows.length === 0 ? p.issues.filter((i) => i.message.startsWith('Falta a coluna')).map((i) => i.column) : [],
    counts,
    rows: p.rows
      .filter((r) => shown[r.result]++ < SHOWN)
      .map((r) => ({
        row: r.draft.row,
        result: r.result,
        code: d.code(r.draft.values),
        name: d.name(r.draft.values),
        changes:
          r.result === 'changed'
            ? Object.keys(r.now).map((f) => ({ field: d.label(f), was: read(f, (r.was as Record<string, unknown>)[f]), now: read(f, (r.now as Record<string, unknown>)[f]) }))
            : [],
        issues: byRow.get(r.draft.row) ?? [],
      })),
  }
}
