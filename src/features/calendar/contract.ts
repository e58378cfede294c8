import * as z from 'zod/mini'
import { AGENDA_KINDS } from '#shared/agenda.ts'
import { isWall } from '#shared/wall.ts'
import { blank, day, endpoint, flag, id, json, moment, text } from '#shared/wire.ts'

/** By the company's clock, without a zone. */
const wall = z.string().check(z.refine(isWall, 'moment'))
const key = z.string().check(z.regex(/^[\w-]{16,64}$/))
const itemShape = z.object({
  kind: z.enum(AGENDA_KINDS),
  id: z.string(),
  name: z.string(),
  number: z.nullable(z.int()),
  starts: wall,
  ends: wall,
  all_day: z.boolean(),
  to: z.string(),
  user_id: z.nullable(id),
  user_name: z.string(),
  notes: z.string(),
  done: z.boolean(),
  event: z.nullable(z.object({ key, day, rule: z.string() })),
  visit: z.nullable(z.object({ key: z.string(), client_id: id })),
})
export type Item = z.output<typeof itemShape>
/** What a device keeps of a seller's calendar: these days of it. */
export const keptCalendarShape = z.object({ from: day, until: day, items: z.array(itemShape) })

export const readCalendar = endpoint('GET /api/v2/calendar', {
  does: 'A agenda de alguns dias: compromissos, visitas, entregas, fim de orçamentos, promoções e assinatura',
  levels: [1, 2],
  query: z.object({ from: day, until: day, seller_id: blank(id) }),
  data: z.array(itemShape),
})
const fields = {
  title: text(120, 1),
  notes: text(2000),
  all_day: flag,
  starts: wall,
  ends: wall,
  /** RFC 5545, without its name; '' comes once. */
  rule: text(200),
}
const sent = { key, queued: blank(flag) }
const eventShape = z.object({ key })
export const createEvent = endpoint('POST /api/v2/calendar/events', {
  does: 'Criar um compromisso, uma vez ou que se repete (RFC 5545); a mesma chave cria uma vez só',
  levels: [1, 2],
  body: z.object({ ...fields, ...sent, user_id: blank(id) }),
  data: eventShape,
})
/** How far something that is done to one day of a series reaches. */
const scope = z.enum(['one', 'following', 'all'])
export type Scope = z.output<typeof scope>
export const changeEvent = endpoint('POST /api/v2/calendar/events/:event', {
  does: 'Alterar um compromisso: só um dia da série, este e os seguintes, ou todos; `was` diz o que se via antes',
  levels: [1, 2],
  plainPost: true,
  params: z.object({ event: key }),
  body: z.object({
    ...(Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, z.optional(v)])) as {
      [K in keyof typeof fields]: z.ZodMiniOptional<(typeof fields)[K]>
    }),
    ...sent,
    scope,
    day,
    was: z.optional(json(z.record(z.string(), z.unknown()))),
  }),
  data: eventShape,
})
export const removeEvent = endpoint('DELETE /api/v2/calendar/events/:event', {
  does: 'Excluir um compromisso: só um dia da série, este e os seguintes, ou todos',
  levels: [1, 2],
  params: z.object({ event: key }),
  query: z.object({ scope, day }),
  data: z.null(),
})
const linkShape = z.object({
  /** null: there is no address. */
  created_at: z.nullable(moment),
  /** Only in the answer that makes it. */
  url: z.nullable(z.string()),
})
export const readLink = endpoint('GET /api/v2/calendar/link', {
  does: 'Se há um endereço iCalendar desta agenda, e desde quando',
  levels: [1, 2],
  data: linkShape,
})
export const makeLink = endpoint('POST /api/v2/calendar/link', {
  does: 'Criar o endereço iCalendar da agenda; o anterior deixa de abrir',
  levels: [1, 2],
  personal: true,
  data: linkShape,
})
export const revokeLink = endpoint('DELETE /api/v2/calendar/link', {
  does: 'Revogar o endereço iCalendar da agenda',
  levels: [1, 2],
  personal: true,
  data: linkShape,
})
export const openFeed = endpoint('GET /api/v2/calendar/:token/agenda.ics', {
  does: 'A agenda de um endereço iCalendar, para outro aplicativo assinar',
  levels: 'anyone',
  params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  answer: 'file',
})
