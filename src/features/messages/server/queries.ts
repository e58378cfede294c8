import { escapeLike, type Part, part, type Tx } from '#server/db.ts'
import type { Person } from '#server/person.ts'
import type { About, Message, Template } from '../contract.ts'
import type { Kind } from '../rules.ts'

/** Who reads: the company's people see what is theirs, a client what is the own, a link its order. */
export interface Reader {
  level: number
  user_id: number | null
}
/** The conversation's other end, as it stands now: whoever has the client or the order has the conversation. A `case`
 * beside the policy of rows is looked up; a coalesce() would read all people of the company. */
const joined = part`left join orders o on o.company_id = c.company_id and o.id = c.order_id
  left join users u on u.company_id = c.company_id and u.id = c.client_id
  left join users s on s.company_id = c.company_id and s.id = case when o.seller_id is null then u.seller_id else o.seller_id end`
/** Those that this reader may open. */
const mine = ({ level, user_id }: Reader): Part =>
  level === 1
    ? part`true`
    : level === 2
      ? part`coalesce(o.seller_id, u.seller_id) = ${user_id}`
      : part`coalesce(o.client_id, u.id) = ${user_id}`
const about = part`case when o.id is null then 'cliente' else 'pedido' end as kind, coalesce(o.id, u.id) as of,
  o.number, o.status, coalesce(o.client_id, u.id) as client_id, s.id as seller_id,
  coalesce(nullif(o.company_name, ''), o.name, nullif(u.company_name, ''), u.name) as name,
  coalesce(o.name, u.name) as person,
  coalesce(case when o.id is null then u.company_name else o.company_name end, '') as company_name, coalesce(o.phone, u.phone) as phone, o.receipt_token,
  coalesce(s.name, '') as seller_name, (o.id is null and u.deleted_at is not null) as gone`
export interface AboutRow {
  kind: Kind
  of: number
  number: number | null
  status: About['status']
  client_id: number | null
  seller_id: number | null
  name: string
  person: string
  company_name: string
  phone: string
  receipt_token: string | null
  seller_name: string
  /** A client who was deleted. */
  gone: boolean
}
export interface ConversationRow extends AboutRow {
  /** null: nobody has written yet. */
  conversation: number | null
  last_id: number
  asked_id: number
  answered_id: number
  seen_id: number
}
/** A conversation and its marks, whether somebody has written in it or not; undefined: not this reader's. A card that
 * was merged leads to the one that stayed. */
export const findConversation = (tx: Tx, kind: Kind, id: number, reader: Reader) =>
  tx.first<ConversationRow>`
    select ${about}, k.id as conversation, coalesce(k.last_id, 0) as last_id, coalesce(k.asked_id, 0) as asked_id,
      coalesce(k.answered_id, 0) as answered_id, coalesce(k.seen_id, 0) as seen_id
    from (select app.company() as company_id, ${kind === 'pedido' ? id : null}::bigint as order_id,
      ${kind === 'cliente' ? part`app.surviving_client(${id})` : part`null::bigint`} as client_id) c ${joined}
    left join conversations k on k.company_id = c.company_id
      and (k.order_id = c.order_id or k.client_id = c.client_id)
    where (o.id is not null or (u.level = 3 and not u.is_visitor)) and ${mine(reader)}`

const message = part`m.id, m.key, m.at, m.ours, m.who, m.text, m.photo`
/** The newest messages, or those before one; the newest first. */
export const findMessages = (tx: Tx, conversation: number, before: number | null, limit: number) =>
  tx.sql<Message>`select ${message} from messages m where conversation_id = ${conversation}
    and (${before}::bigint is null or id < ${before}) order by id desc limit ${limit}`
export const findByKey = (tx: Tx, key: string) =>
  tx.first<Message & { conversation_id: number; user_id: number | null }>`select ${message}, m.conversation_id,
    m.user_id from messages m where key = ${key}`
/** How far somebody of the company has read. */
export const findRead = async (tx: Tx, conversation: number, user: number) =>
  (
    await tx.first<{ read_id: number }>`select read_id from message_reads
      where conversation_id = ${conversation} and user_id = ${user}`
  )?.read_id ?? 0
/** The other side's messages above a mark. */
export const countAbove = async (tx: Tx, conversation: number, ours: boolean, mark: number) =>
  (
    await tx.first<{ n: number }>`select count(*) as n from messages
      where conversation_id = ${conversation} and ours = ${ours} and id > ${mark}`
  )?.n ?? 0

/** How far the reader has read, and the other side's newest. One of the company's people has read what anybody of it
 * has answered. */
const markOf = (reader: Reader): Part =>
  reader.level <= 2 ? part`greatest(c.answered_id, coalesce(r.read_id, 0))` : part`c.seen_id`
const newsOf = (reader: Reader): Part => (reader.level <= 2 ? part`c.asked_id` : part`c.answered_id`)
const readBy = (user: number) => part`left join message_reads r on r.company_id = c.company_id
  and r.conversation_id = c.id and r.user_id = ${user}`
export type ListedRow = AboutRow & { last: Message & { at: string | Date }; unread: number }
export async function findConversations(
  tx: Tx,
  reader: Reader & { user_id: number },
  f: { search: string; unread: boolean; limit: number; offset: number },
): Promise<{ rows: ListedRow[]; total: number }> {
  const like = `%${escapeLike(f.search)}%`
  const [mark, news] = [markOf(reader), newsOf(reader)]
  const from = part`conversations c ${joined} ${readBy(reader.user_id)}
    where c.last_id > 0 and ${mine(reader)} and (not ${f.unread} or ${news} > ${mark})
    and (${f.search} = '' or o.number::text = ${f.search} or concat_ws(' ', o.name, o.company_name, u.name,
      u.company_name) ilike ${like})`
  const rows = await tx.sql<ListedRow>`
    select x.*, (select json_build_object('id', m.id, 'key', m.key, 'at', m.at, 'ours', m.ours, 'who', m.who,
        'text', m.text, 'photo', m.photo) from messages m where m.id = x.last_id) as last,
      (select count(*) from messages m where m.conversation_id = x.conversation and m.ours = ${reader.level > 2}
        and m.id > x.mark)::int as unread
    from (select ${about}, c.id as conversation, c.last_id, ${mark} as mark, ${news} > ${mark} as fresh from ${from}
      order by fresh desc, c.last_id desc limit ${f.limit} offset ${f.offset}) x
    order by x.fresh desc, x.last_id desc`
  const counted = await tx.first<{ n: number }>`select count(*) as n from ${from}`
  return { rows, total: counted?.n ?? 0 }
}
/** The newest conversations, each with its newest messages, the oldest of these first. */
export const findNewest = (tx: Tx, reader: Reader & { user_id: number }, conversations: number, messages: number) =>
  tx.sql<AboutRow & { seen_id: number; unread: number; said: (Message & { at: string | Date })[] }>`
    select x.*, (select json_agg(json_build_object('id', m.id, 'key', m.key, 'at', m.at, 'ours', m.ours, 'who', m.who,
        'text', m.text, 'photo', m.photo) order by m.id) from (select * from messages
          where conversation_id = x.conversation order by id desc limit ${messages}) m) as said,
      (select count(*) from messages m where m.conversation_id = x.conversation and m.ours = ${reader.level > 2}
        and m.id > x.mark)::int as unread
    from (select ${about}, c.id as conversation, c.last_id, c.seen_id, ${markOf(reader)} as mark
      from conversations c ${joined} ${readBy(reader.user_id)} where c.last_id > 0 and ${mine(reader)}
      order by c.last_id desc limit ${conversations}) x
    order by x.last_id desc`
/** How many conversations wait to be read: by one of the company's people, or by a client. */
export const countUnread = async (tx: Tx, reader: Reader & { user_id: number }) =>
  (
    await (reader.level <= 2
      ? tx.first<{ n: number }>`select count(*) as n from conversations c ${joined} ${readBy(reader.user_id)}
          where c.asked_id > c.answered_id and c.asked_id > coalesce(r.read_id, 0) and ${mine(reader)}`
      : tx.first<{ n: number }>`select count(*) as n from conversations c ${joined}
          where c.answered_id > c.seen_id and ${mine(reader)}`)
  )?.n ?? 0
/** Everything that was written about a person's orders and to the person, for a copy of a person's data. */
export const messagesOf = (tx: Tx, { cards, orders }: Person) =>
  tx.sql`select o.number as pedido, m.at, m.ours as da_empresa, case when m.ours then '' else m.who end as de, m.text,
      m.photo from conversations c join messages m on m.company_id = c.company_id and m.conversation_id = c.id
    left join orders o on o.company_id = c.company_id and o.id = c.order_id
    where c.client_id = any(${cards}::bigint[]) or c.order_id = any(${orders}::bigint[])
      or m.client_id = any(${cards}::bigint[]) order by m.id`

/** The company's templates and the reader's own. */
export const findTemplates = (tx: Tx, reader: { level: number; user_id: number }) =>
  tx.sql<Template>`select id, name, text,
      (user_id is not distinct from ${reader.level === 1 ? null : reader.user_id}::bigint) as mine
    from message_templates where user_id is null or user_id = ${reader.user_id} order by lower(name), id`
