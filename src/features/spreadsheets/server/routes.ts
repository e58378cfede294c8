import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { salesSheet } from '#features/orders/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { type Asking, inCompany } from '#server/db.ts'
import { type Call, type Kit, serve } from '#server/serve.ts'
import { sendSheet } from '#server/send.ts'
import { daysBetween } from '#shared/day.ts'
import { invalid } from '#shared/errors.ts'
import type { BodyOf } from '#shared/wire.ts'
import { BASE_FIELDS, FIELDS } from '../columns.ts'
import {
  applySheet,
  type Done,
  exportProducts,
  exportSales,
  insertProducts,
  type Preview,
  previewSheet,
  readProgress,
  updateProducts,
} from '../contract.ts'
import { productsSheet } from './export.ts'
import type { Job } from './job.ts'
import type { Mode } from './plan.ts'
import { progressBoard } from './progress.ts'
import { workOn } from './run.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  const progress = progressBoard(kit)
  serve(app, kit, insertProducts, (call) => strictly(call, 'insert'))
  serve(app, kit, updateProducts, (call) => strictly(call, 'update'))
  serve(app, kit, previewSheet, async (call) => (await sheet(call, { ...formOf(call.body), act: 'look' })) as Preview)
  serve(app, kit, applySheet, (call) =>
    progress.during(call.caller.company_id, call.body.progress, async (at) => {
      const act = call.body.skip_refused ? 'write right rows' : 'write'
      return (await sheet(call, { ...formOf(call.body), act }, at)) as Done
    }),
  )
  serve(app, kit, readProgress, async ({ caller, params }) => ({
    percent: progress.of(caller.company_id, params.name),
  }))
  /** The specification's calls: headers recognised, all or nothing. */
  const strictly = async (call: SheetCall, mode: Mode) =>
    (await sheet(call, { ...formOf({ mode }), act: 'write' })) as Done

  serve(app, kit, exportProducts, async ({ body, caller, reply, now }) => {
    const extra = typeof body.extra_fields === 'string' ? body.extra_fields.split(',') : (body.extra_fields ?? [])
    const fields = [
      ...BASE_FIELDS,
      ...FIELDS.filter((f) => !BASE_FIELDS.includes(f) && extra.map((x) => x.trim()).includes(f)),
    ]
    const ask = asking(kit, caller.company_id)
    await ask((own) => logAs(own, caller, { action: 'export', object: 'sheet', name: 'Produtos' }))
    return sendSheet(reply, `produtos-${dayIn(caller.time_zone, now)}.xlsx`, productsSheet(ask, fields))
  })
  serve(app, kit, exportSales, async ({ body, caller, reply }) => {
    const days = daysBetween(body.start_date, body.end_date)
    if (days < 0) throw invalid({ end_date: 'O fim precisa vir depois do começo.' })
    if (days > 366) throw invalid({ end_date: 'Escolha no máximo um ano.' })
    const ask = asking(kit, caller.company_id)
    await ask((own) =>
      logAs(own, caller, {
        action: 'export',
        object: 'sheet',
        name: `Vendas de ${body.start_date} a ${body.end_date}`,
      }),
    )
    return sendSheet(
      reply,
      `vendas-${body.start_date}-${body.end_date}.xlsx`,
      salesSheet(ask, {
        from: body.start_date,
        until: body.end_date,
        time_zone: caller.time_zone,
      }),
    )
  })
}
/** Each question takes a connection for itself: the call's own transaction stays unused beside them. */
const asking =
  (kit: Kit, company: number): Asking =>
  (work) =>
    inCompany(kit.pool, company, work)
type SheetCall = Pick<Call<typeof insertProducts>, 'kit' | 'caller' | 'files' | 'now'>
/** Has the sheet that came worked on, as its sender and in its company. */
async function sheet(
  { kit, caller, files, now }: SheetCall,
  how: Pick<Job, 'kind' | 'tab' | 'asked' | 'act'>,
  at?: (share: number) => void,
): Promise<Preview | Done> {
  const upload = files.file?.[0]
  if (!upload) throw invalid({ file: 'Escolha uma planilha .xlsx ou .csv.' })
  const { company_id, user_id, acting_id, name } = caller
  const who = { scope: { company_id, user_id, acting_id }, caller: { company_id, user_id, name } }
  return (await workOn(
    kit.config.dataDir,
    upload.bytes,
    { ...how, ...who, name: upload.name, databaseUrl: kit.config.databaseUrl, now: now.toISOString() },
    at,
  )) as Preview | Done
}
type Form = { [K in keyof BodyOf<typeof previewSheet>]?: BodyOf<typeof previewSheet>[K] | undefined }
const formOf = (body: Form): Pick<Job, 'kind' | 'tab' | 'asked'> => ({
  kind: body.kind ?? 'products',
  tab: body.tab !== undefined && body.tab >= 0 ? body.tab : undefined,
  asked: {
    mode: body.mode ?? 'both',
    mapping: body.mapping,
    header: body.header_row !== undefined && body.header_row > 0 ? body.header_row - 1 : undefined,
    repeated: body.repeated,
  },
})
