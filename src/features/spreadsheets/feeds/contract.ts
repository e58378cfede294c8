import * as z from 'zod/mini'
import { bit, blank, cleared, endpoint, id, json, moment, text, whole } from '#shared/wire.ts'
import { previewSheet } from '../contract.ts'
import { MOST_FEEDS } from './rules.ts'

const issue = z.object({ row: z.int(), column: z.string(), message: z.string() })
const runShape = z.object({
  id,
  status: z.enum(['andando', 'gravado', 'igual', 'espera', 'falhou']),
  started_at: moment,
  ended_at: z.nullable(moment),
  created: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  /** Taken off the catalogue, because they came no more. */
  retired: z.int(),
  message: z.string(),
  issues: z.array(issue),
  undo_id: z.nullable(id),
})
export type FeedRun = z.output<typeof runShape>
const columns = z.record(z.string().check(z.maxLength(200, 'long')), z.string().check(z.maxLength(30, 'long')))
const feedShape = z.object({
  id,
  name: z.string(),
  url: z.string(),
  columns,
  mode: z.enum(['both', 'update']),
  retire: bit,
  every_hours: z.nullable(z.int()),
  at_hour: z.nullable(z.int()),
  percent: z.int(),
  active: bit,
  problem: z.string(),
  next_at: z.nullable(moment),
  run: z.nullable(runShape),
})
export type Feed = z.output<typeof feedShape>
const one = z.object({ id })
const fields = {
  name: text(60, 1),
  url: text(1000, 1),
  columns: z.optional(json(columns)),
  mode: blank(z.enum(['both', 'update'])),
  retire: blank(bit),
  /** One of the two: every so many hours, or at an hour of the company's day. */
  every_hours: cleared(whole),
  at_hour: cleared(whole),
  percent: blank(whole),
}
export const listFeeds = endpoint('GET /api/v2/feeds', {
  does: 'Catálogos por endereço da empresa, cada um com a última execução',
  levels: [1],
  data: z.array(feedShape),
})
export const createFeed = endpoint('POST /api/v2/feeds', {
  does: `Buscar produtos de um endereço (CSV, Excel ou XML) na hora marcada; até ${MOST_FEEDS} por empresa`,
  levels: [1],
  body: z.object(fields),
  data: feedShape,
})
export const updateFeed = endpoint('PUT /api/v2/feeds/:id', {
  does: 'Mudar um catálogo por endereço, ligar e desligar',
  levels: [1],
  params: one,
  body: z.object({ ...fields, name: z.optional(fields.name), url: z.optional(fields.url), active: blank(bit) }),
  data: feedShape,
})
export const deleteFeed = endpoint('DELETE /api/v2/feeds/:id', {
  does: 'Excluir um catálogo por endereço; os produtos ficam',
  levels: [1],
  params: one,
  data: z.null(),
})
export const previewFeed = endpoint('POST /api/v2/feeds/preview', {
  does: 'O que um endereço traria agora, sem gravar nada',
  levels: [1],
  body: z.object({ url: fields.url, columns: fields.columns, mode: fields.mode }),
  data: previewSheet.options.data,
})
export const runFeed = endpoint('POST /api/v2/feeds/:id/run', {
  does: 'Buscar agora; com wanted (uma execução que espera), grava o que ela mostrou',
  levels: [1],
  params: one,
  body: z.object({ wanted: blank(id) }),
  data: runShape,
})
export const listFeedRuns = endpoint('GET /api/v2/feeds/:id/runs', {
  does: 'Últimas execuções de um catálogo por endereço',
  levels: [1],
  params: one,
  data: z.array(runShape),
})
