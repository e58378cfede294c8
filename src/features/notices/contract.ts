import * as z from 'zod/mini'
import { blank, endpoint, flag, id, json, moment, page, text } from '#shared/wire.ts'
import { KINDS } from './rules.ts'

const STAFF_AND_CLIENTS = [1, 2, 3] as const
const noticeShape = z.object({
  id,
  kind: z.enum(KINDS),
  /** Which sentence it is (words.ts). */
  word: z.string(),
  number: z.nullable(z.int()),
  name: z.string(),
  /** How often it was told since it was last read. */
  times: z.int(),
  href: z.string(),
  at: moment,
  read: z.boolean(),
})
export type Notice = z.output<typeof noticeShape>
/** What a device keeps: the newest, and how many are unread (at most 100 are counted). */
export const keptNoticesShape = z.object({ unread: z.int(), rows: z.array(noticeShape) })
export const MOST_COUNTED = 100

export const listNotices = endpoint('GET /api/v2/notices', {
  does: 'Os avisos de quem pergunta, do mais novo ao mais antigo',
  levels: STAFF_AND_CLIENTS,
  query: z.object(page),
  data: z.array(noticeShape),
  list: true,
})
export const markNotices = endpoint('PUT /api/v2/notices/read', {
  does: 'Marcar avisos como lidos ou não lidos: alguns, ou todos',
  levels: STAFF_AND_CLIENTS,
  body: z.object({
    ids: z.optional(json(z.array(id).check(z.maxLength(100, 'long')))),
    all: blank(flag),
    read: blank(flag),
  }),
  data: z.object({ unread: z.int() }),
})
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'))
const settingsShape = z.object({
  /** Kinds that are switched off. */
  off: z.array(z.enum(KINDS)),
  quiet_from: z.nullable(time),
  quiet_until: z.nullable(time),
  time_zone: z.string(),
  /** What a browser subscribes under (VAPID, RFC 8292). */
  key: z.string(),
  /** Where no device takes a notice it goes by e-mail: to sellers who have an address. */
  mails: z.boolean(),
  devices: z.array(z.object({ id, agent: z.string(), seen_at: moment, names: z.boolean(), current: z.boolean() })),
})
export type Settings = z.output<typeof settingsShape>
export const readSettings = endpoint('GET /api/v2/notices/settings', {
  does: 'O que avisa quem pergunta: assuntos, horas de silêncio e aparelhos',
  levels: STAFF_AND_CLIENTS,
  data: settingsShape,
})
export const saveSettings = endpoint('PUT /api/v2/notices/settings', {
  does: 'Escolher os assuntos que avisam e as horas de silêncio',
  levels: STAFF_AND_CLIENTS,
  body: z.object({
    off: json(z.array(z.enum(KINDS)).check(z.maxLength(KINDS.length, 'long'))),
    quiet_from: blank(time),
    quiet_until: blank(time),
  }),
  data: settingsShape,
})
export const keepDevice = endpoint('PUT /api/v2/notices/devices', {
  does: 'Receber avisos neste aparelho: o endereço e as chaves que o navegador deu (RFC 8030, 8291)',
  levels: STAFF_AND_CLIENTS,
  personal: true,
  body: z.object({
    endpoint: text(2000, 1),
    p256dh: text(100, 1),
    auth: text(50, 1),
    language: z.enum(['pt', 'en', 'fr']),
  }),
  data: settingsShape,
})
export const changeDevice = endpoint('PUT /api/v2/notices/devices/:id', {
  does: 'Mostrar ou não nomes de clientes na tela bloqueada de um aparelho',
  levels: STAFF_AND_CLIENTS,
  params: z.object({ id }),
  body: z.object({ names: flag }),
  data: settingsShape,
})
export const dropDevice = endpoint('DELETE /api/v2/notices/devices/:id', {
  does: 'Não avisar mais um aparelho',
  levels: STAFF_AND_CLIENTS,
  params: z.object({ id }),
  data: settingsShape,
})
export const tryDevice = endpoint('POST /api/v2/notices/devices/:id/test', {
  does: 'Mandar um aviso de teste a um aparelho',
  levels: STAFF_AND_CLIENTS,
  params: z.object({ id }),
})
