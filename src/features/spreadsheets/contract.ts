import * as z from 'zod/mini'
import { blank, day, endpoint, flag, id, json, text, whole } from '#shared/wire.ts'

const done = z.object({
  mensagem: z.string(),
  created: z.int(),
  changed: z.int(),
  categories_created: z.int(),
  undo_id: z.nullable(id),
})
export type Done = z.output<typeof done>
/** Specification §8: a response with `mensagem` is success, one with `message` is failure. */
export const insertProducts = endpoint('POST /api/v2/xls/insert', {
  does: 'Criar produtos por planilha (.xlsx ou .csv): tudo ou nada, com a lista das linhas recusadas',
  levels: [1],
  body: z.object({}),
  files: { file: 1 },
  beside: true,
  data: done,
})
export const updateProducts = endpoint('POST /api/v2/xls/update', {
  does: 'Alterar produtos por planilha, achados pelo código; só as colunas que vierem mudam',
  levels: [1],
  body: z.object({}),
  files: { file: 1 },
  beside: true,
  data: done,
})
const importForm = z.object({
  kind: blank(z.enum(['products', 'clients', 'orders'])),
  mode: blank(z.enum(['insert', 'update', 'both'])),
  /** Field of each column, null where it is left out; absent: recognised by the headers. */
  mapping: z.optional(json(z.array(z.nullable(text(30))))),
  /** Index of the tab, and number of the row with the headers; absent: guessed. */
  tab: blank(whole),
  header_row: blank(whole),
  repeated: blank(z.enum(['refuse', 'first', 'last'])),
  /** Chosen by the caller: under this name the work tells how far it is. */
  progress: z.optional(text(40)),
})
const result = z.enum(['new', 'changed', 'same', 'refused'])
const issue = z.object({ row: z.int(), column: z.string(), message: z.string() })
export const previewSheet = endpoint('POST /api/v2/xls/preview', {
  does: 'O que uma planilha faria, sem gravar nada: novos, alterados, iguais e recusados',
  levels: [1],
  body: importForm,
  files: { file: 1 },
  data: z.object({
    /** What the file turned out to be, where its table was found, and the lines that may hold the headers. */
    file: z.object({
      what: z.enum(['xlsx', 'xls', 'ods', 'html', 'xml', 'semicolons', 'commas', 'tabs', 'bars']),
      tabs: z.array(z.string()),
      tab: z.int(),
      header_row: z.int(),
      lines: z.array(z.object({ row: z.int(), text: z.string() })),
    }),
    columns: z.array(z.object({ header: z.string(), field: z.nullable(z.string()), samples: z.array(z.string()) })),
    missing: z.array(z.string()),
    counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
    rows: z.array(
      z.object({
        row: z.int(),
        result,
        code: z.string(),
        name: z.string(),
        changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })),
        issues: z.array(issue),
      }),
    ),
    categories: z.array(z.string()),
    /** How many more products the plan lets be on sale, and how many more than now would be. */
    room: z.int(),
    coming: z.int(),
  }),
})
export type Preview = z.output<(typeof previewSheet)['options']['data']>
export const applySheet = endpoint('POST /api/v2/xls/apply', {
  does: 'Gravar o que a conferência mostrou, em uma transação, com desfazer por 24 horas',
  levels: [1],
  body: z.object({ ...importForm._zod.def.shape, skip_refused: z.optional(flag) }),
  files: { file: 1 },
  data: done,
})
export const readProgress = endpoint('GET /api/v2/xls/progress/:name', {
  does: 'Quanto da planilha já foi lido ou gravado, de 0 a 100',
  levels: [1],
  params: z.object({ name: text(40, 1) }),
  data: z.object({ percent: z.int() }),
})
export const exportProducts = endpoint('POST /api/v2/xls/export', {
  does: 'Produtos em .xlsx, com as colunas extras escolhidas',
  levels: [1],
  whileClosed: 'admin',
  body: z.object({ extra_fields: z.optional(z.union([json(z.array(text(30))), z.string()])) }),
  answer: 'file',
})
export const exportSales = endpoint('POST /api/v2/xls/sales/export', {
  does: 'Vendas de um período em .xlsx, uma linha por item',
  levels: [1],
  whileClosed: 'admin',
  body: z.object({ start_date: day, end_date: day }),
  answer: 'file',
})
