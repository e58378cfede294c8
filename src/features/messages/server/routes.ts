import type { FastifyInstance } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import { type PictureCall, pictureSigner, servePictures, usingPictures } from '#features/images/server/index.ts'
import { noticeRead } from '#features/notices/server/index.ts'
import { findStaffRequests, openReceipt } from '#features/orders/server/index.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { countTry } from '#server/count-tries.ts'
import { isClosed, type Kit, paging, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import type { Kind } from '../rules.ts'
import * as q from './queries.ts'
import { aboutOf, isStaff, requestsShown, type Sign, shown } from './seen.ts'
import { noticeKey, refuseLarge, write } from './write.ts'
import * as w from './writes.ts'

/** Messages of one answer. */
const PAGE = 40

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listConversations, async ({ tx, query, caller, now }) => {
    const sign = pictureSigner(kit, now)
    const { limit, page, offset } = paging(query, 30, caller)
    const { search = '', unread = false } = query
    const found = await q.findConversations(tx, caller, { search: search.trim(), unread, limit, offset })
    const rows = found.rows.map(({ last, unread, ...row }) => ({
      ...aboutOf(row, caller),
      last: shown({ ...last, at: new Date(last.at) }, caller, sign),
      unread,
    }))
    return { rows, total: found.total, page, limit }
  })
  serve(app, kit, c.readConversation, async ({ tx, params, query, caller, now }) =>
    thread(tx, await open(tx, params, caller), caller, query.before ?? null, pictureSigner(kit, now)),
  )
  const send = async (call: PictureCall<typeof c.writeMessage>) => {
    const { tx, params, caller, now, files, pictures } = call
    if (!isStaff(caller))
      await countTry(
        kit,
        [{ key: `message:${caller.user_id}`, limit: kit.config.limits.message_client, seconds: 60 }],
        now,
      )
    const conversation = await open(tx, params, caller)
    refuseLarge(files.photo)
    const ours = isStaff(caller)
    return shown(
      await write({
        kit,
        tx,
        company_id: caller.company_id,
        now,
        conversation,
        body: call.body,
        picture: pictures.photo?.[0],
        ours,
        user_id: caller.user_id,
        who: caller.name,
      }),
      caller,
      pictureSigner(kit, now),
    )
  }
  servePictures(app, kit, c.writeMessage, send, { persons: true })
  serve(app, kit, c.markRead, async ({ tx, params, body, caller, now }) => {
    const conversation = await open(tx, params, caller)
    // What an operator who looks on has seen, the admin has not.
    if (caller.acting_id !== null) return
    await read(tx, conversation, caller, body.until)
    if (conversation.conversation !== null)
      await noticeRead(tx, caller.user_id, noticeKey(conversation.conversation), now)
  })

  serve(app, kit, c.readByLink, async ({ params, query, now, reply }) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    return byLink(kit, params.token, now, ({ tx, conversation }) =>
      thread(tx, conversation, LINK, query.before ?? null, pictureSigner(kit, now)),
    )
  })
  serve(app, kit, c.writeByLink, async (call) => {
    const { params, now, reply, ip, files } = call
    reply.header('referrer-policy', 'no-referrer')
    // Counted and known before anybody looks into a picture.
    const { company_id: company } = await openReceipt(kit, params.token, now)
    const { message_link, message_ip } = kit.config.limits
    await countTry(
      kit,
      [
        { key: `message-link:${params.token}`, limit: message_link, seconds: 60 },
        { key: `message-ip:${ip}`, limit: message_ip, seconds: 60 },
      ],
      now,
    )
    refuseLarge(files.photo)
    return usingPictures(
      kit,
      files.photo ?? [],
      ([picture]) =>
        byLink(kit, params.token, now, async ({ tx, company_id, conversation, closed }) => {
          if (closed) throw new Refusal('catalogue_closed')
          return shown(
            await write({
              kit,
              tx,
              company_id,
              now,
              conversation,
              body: call.body,
              picture,
              ours: false,
              user_id: null,
              who: conversation.person,
            }),
            LINK,
            pictureSigner(kit, now),
          )
        }),
      company,
    )
  })
  serve(app, kit, c.markReadByLink, async ({ params, body, now }) =>
    byLink(kit, params.token, now, ({ tx, conversation }) => read(tx, conversation, LINK, body.until)),
  )
}
/** The holder of a link: nobody's account. */
const LINK: q.Reader = { level: 3, user_id: null }
const ANYBODY: q.Reader = { level: 1, user_id: null }

async function open(tx: Tx, { kind, id }: { kind: Kind; id: number }, reader: q.Reader): Promise<q.ConversationRow> {
  const found = await q.findConversation(tx, kind, id, reader)
  if (!found) throw new Refusal('not_found')
  return found
}
interface Linked {
  tx: Tx
  company_id: number
  conversation: q.ConversationRow
  closed: boolean
}
/** The order whose link it is, and nothing else of its company. */
async function byLink<T>(kit: Kit, token: string, now: Date, work: (found: Linked) => Promise<T>): Promise<T> {
  const { company_id, order_id } = await openReceipt(kit, token, now)
  return inCompany(kit.pool, company_id, async (tx) => {
    const company = await findCompany(tx, company_id)
    if (!company) throw new Refusal('not_found')
    const conversation = await open(tx, { kind: 'pedido', id: order_id }, ANYBODY)
    return work({ tx, company_id, conversation, closed: isClosed(company, now) })
  })
}
async function thread(
  tx: Tx,
  row: q.ConversationRow,
  reader: q.Reader,
  before: number | null,
  sign: Sign,
): Promise<c.Thread> {
  const { conversation, asked_id, answered_id, seen_id } = row
  const found = conversation === null ? [] : await q.findMessages(tx, conversation, before, PAGE + 1)
  const messages = found
    .slice(0, PAGE)
    .toReversed()
    .map((m) => shown(m, reader, sign))
  const staff = isStaff(reader)
  const mark = await (async () => {
    if (!staff || conversation === null) return seen_id
    return Math.max(answered_id, await q.findRead(tx, conversation, reader.user_id ?? 0))
  })()
  const news = conversation !== null && (staff ? asked_id : answered_id) > mark
  const unread = news ? await q.countAbove(tx, conversation, !staff, mark) : 0
  const asked = row.kind === 'pedido' && before === null ? await findStaffRequests(tx, [row.of]) : []
  return {
    about: aboutOf(row, reader),
    messages,
    adjustments: requestsShown(asked, reader),
    more: found.length > PAGE,
    unread,
    ...(staff && { seen_id }),
  }
}
async function read(tx: Tx, row: q.ConversationRow, reader: q.Reader, until: number): Promise<void> {
  if (row.conversation === null) return
  const news = isStaff(reader)
    ? await w.putRead(tx, row.conversation, reader.user_id ?? 0, until)
    : await w.putSeen(tx, row.conversation, until)
  if (news) await w.tell(tx, row.conversation, row)
}
