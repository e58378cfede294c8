import * as z from 'zod/mini'
import { blank, cleared, day, endpoint, flag, id, json, moment, text, whole } from '#shared/wire.ts'
import { REASONS, RESULTS } from './rules.ts'

/** Drawn by the device: a visit is known by it before it is on the server. */
const key = z.string().check(z.regex(/^[\w-]{16,64}$/))
/** By the company's clock. */
const hour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'moment'))
const visitShape = z.object({
  key,
  seller_id: id,
  seller_name: z.string(),
  /** The client as it stands now: of a card that was merged the one that stayed. */
  client_id: id,
  client_name: z.string(),
  /** The client's card is there. */
  client_open: z.boolean(),
  phone: z.string(),
  place: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  interval_days: z.nullable(z.int()),
  day,
  /** null: some time of the day. */
  at: z.nullable(hour),
  minutes: z.int(),
  note: z.string(),
  cancelled: z.boolean(),
  checked_in_at: z.nullable(moment),
  /** Where it was checked in, as far as the device was allowed to say. */
  here: z.nullable(z.object({ lat: z.number(), lng: z.number(), accuracy: z.nullable(z.int()) })),
  result: z.nullable(z.enum(RESULTS)),
  reason: z.union([z.enum(REASONS), z.literal('')]),
  report: z.string(),
})
export type Visit = z.output<typeof visitShape>
/** What a seller's device keeps of the own visits. */
export const keptVisitsShape = z.object({ from: day, until: day, visits: z.array(visitShape) })

export const listVisits = endpoint('GET /api/v2/visits', {
  does: 'Visitas de alguns dias: as próprias do vendedor, todas ou de um vendedor para o administrador; ou as de um cliente',
  levels: [1, 2],
  query: z.object({ from: day, until: day, seller_id: blank(id), client_id: blank(id) }),
  data: z.array(visitShape),
})
export const readVisit = endpoint('GET /api/v2/visits/:visit', {
  does: 'Uma visita',
  levels: [1, 2],
  params: z.object({ visit: key }),
  data: visitShape,
})
const when = { day, at: cleared(hour), minutes: blank(whole), note: blank(text(1000)) }
/** `key` of what is sent: done once, however often it arrives. */
const sent = { key, queued: blank(flag) }
export const planVisit = endpoint('POST /api/v2/visits', {
  does: 'Planejar uma visita; a mesma chave planeja uma vez só',
  levels: [1, 2],
  body: z.object({ ...sent, client_id: id, seller_id: blank(id), ...when }),
  data: visitShape,
})
export const changeVisit = endpoint('POST /api/v2/visits/:visit', {
  does: 'Remarcar ou desmarcar uma visita; `was` diz o que se via antes',
  levels: [1, 2],
  plainPost: true,
  params: z.object({ visit: key }),
  body: z.object({
    ...sent,
    ...when,
    day: blank(day),
    cancelled: blank(flag),
    was: z.optional(json(z.record(z.string(), z.unknown()))),
  }),
  data: visitShape,
})
const degrees = (most: number) => blank(json(z.number().check(z.gte(-most), z.lte(most))))
export const checkIn = endpoint('POST /api/v2/visits/:visit/checkin', {
  does: 'Registrar a chegada, com hora e, se permitido, lugar; sem internet vale a hora do aparelho',
  levels: [1, 2],
  params: z.object({ visit: key }),
  body: z.object({ ...sent, at: moment, lat: degrees(90), lng: degrees(180), accuracy: blank(whole) }),
  data: visitShape,
})
export const reportVisit = endpoint('POST /api/v2/visits/:visit/report', {
  does: 'Registrar o resultado e o motivo de não vender, e marcar a próxima visita',
  levels: [1, 2],
  params: z.object({ visit: key }),
  body: z.object({
    ...sent,
    result: z.enum(RESULTS),
    reason: blank(z.enum(REASONS)),
    report: blank(text(2000)),
    next: blank(json(z.object({ key, day, at: z.nullable(hour) }))),
  }),
  data: visitShape,
})
