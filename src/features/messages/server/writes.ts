import type { Tx } from '#server/db.ts'
import type { Person } from '#server/person.ts'
import type { Message, Template } from '../contract.ts'
import type { AboutRow, ConversationRow } from './queries.ts'

/** The conversation's row, made with the first message, locked: what is written in it is written in order. */
export async function lockConversation(
  tx: Tx,
  c: Pick<ConversationRow, 'kind' | 'of' | 'conversation'>,
): Promise<number> {
  const [order, client] = c.kind === 'pedido' ? [c.of, null] : [null, c.of]
  if (c.conversation === null)
    await tx.sql`insert into conversations (company_id, order_id, client_id)
      values (app.company(), ${order}, ${client}) on conflict do nothing`
  const row = await tx.first<{ id: number }>`select id from conversations
    where order_id = ${order} or client_id = ${client} for update`
  if (!row) throw new Error('a conversation that was just made is not there')
  return row.id
}
export interface NewMessage {
  conversation: number
  key: string
  now: Date
  ours: boolean
  user_id: number | null
  who: string
  /** The card that it is written to, apart from any order. */
  client_id: number | null
  text: string
  photo: string
}
/** undefined: this key has written something already. Whoever writes has read what was there. */
export async function addMessage(tx: Tx, m: NewMessage): Promise<Message | undefined> {
  const added = await tx.first<Message>`insert into messages (company_id, conversation_id, key, at, ours, user_id, who,
      client_id, text, photo)
    values (app.company(), ${m.conversation}, ${m.key}, ${m.now}, ${m.ours}, ${m.user_id}, ${m.who},
      ${m.client_id}, ${m.text}, ${m.photo})
    on conflict (company_id, key) do nothing returning id, key, at, ours, who, text, photo`
  if (!added) return undefined
  await tx.sql`update conversations set last_id = ${added.id},
      asked_id = case when ${m.ours} then asked_id else ${added.id} end,
      answered_id = case when ${m.ours} then ${added.id} else answered_id end,
      seen_id = case when ${m.ours} then seen_id else ${added.id} end
    where id = ${m.conversation}`
  return added
}
/** How far somebody has read: never back, never beyond what is there. Answers whether that is news. */
export const putRead = async (tx: Tx, conversation: number, user: number, until: number) =>
  (
    await tx.sql`insert into message_reads (company_id, user_id, conversation_id, read_id)
      select company_id, ${user}, id, least(${until}::bigint, last_id) from conversations where id = ${conversation}
      on conflict (company_id, user_id, conversation_id) do update set read_id = excluded.read_id
        where message_reads.read_id < excluded.read_id returning 1`
  ).length > 0
/** The same for the client's side. */
export const putSeen = async (tx: Tx, conversation: number, until: number) =>
  (
    await tx.sql`update conversations set seen_id = least(${until}::bigint, last_id)
      where id = ${conversation} and seen_id < least(${until}::bigint, last_id) returning 1`
  ).length > 0
/** Tells the open screens of whoever may know, once committed. */
export const tell = (tx: Tx, conversation: number, c: AboutRow) =>
  tx.sql`select pg_notify('changes', json_build_object('type', 'message', 'company_id', app.company(),
    'id', ${conversation}::bigint, 'order_id', ${c.kind === 'pedido' ? c.of : null}::bigint,
    'seller_id', ${c.seller_id}::bigint, 'client_id', ${c.client_id}::bigint)::text)`
/** Deletes what was written about a person's orders and to the person. The database takes the photos along (migration
 * 0310). */
export async function forgetMessages(tx: Tx, { cards, orders }: Person): Promise<void> {
  const gone = await tx.sql<{ conversation_id: number }>`
    delete from messages m using conversations c
    where m.company_id = c.company_id and m.conversation_id = c.id and (c.order_id = any(${orders}::bigint[])
      or m.client_id = any(${cards}::bigint[]) or c.client_id = any(${cards}::bigint[])) returning m.conversation_id`
  const touched = [...new Set(gone.map((g) => g.conversation_id))]
  await tx.sql`select app.settle_conversation(app.company(), id) from unnest(${touched}::bigint[]) id`
  await tx.sql`delete from conversations where client_id = any(${cards}::bigint[]) or order_id = any(${orders}::bigint[])`
}

interface TemplateOwner {
  level: number
  user_id: number
}
const ownerOf = ({ level, user_id }: TemplateOwner) => (level === 1 ? null : user_id)
export const countTemplates = async (tx: Tx, who: TemplateOwner) =>
  (
    await tx.first<{ n: number }>`select count(*) as n from message_templates
      where user_id is not distinct from ${ownerOf(who)}::bigint`
  )?.n ?? 0
type Words = Pick<Template, 'name' | 'text'>
export const addTemplate = (tx: Tx, who: TemplateOwner, { name, text }: Words) =>
  tx.first<Template>`insert into message_templates (company_id, user_id, name, text)
    values (app.company(), ${ownerOf(who)}, ${name}, ${text}) returning id, name, text, true as mine`
export const putTemplate = (tx: Tx, who: TemplateOwner, id: number, { name, text }: Words) =>
  tx.first<Template>`update message_templates set name = ${name}, text = ${text}
    where id = ${id} and user_id is not distinct from ${ownerOf(who)}::bigint returning id, name, text, true as mine`
export const dropTemplate = (tx: Tx, who: TemplateOwner, id: number) =>
  tx.first<{ name: string }>`delete from message_templates
    where id = ${id} and user_id is not distinct from ${ownerOf(who)}::bigint returning name`
