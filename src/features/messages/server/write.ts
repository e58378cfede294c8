// A message is written, from whichever door: once, in order, told to who may know.
import type { Upload } from '#server/body.ts'
import type { Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { keepImage, pathOf, type Picture } from '#features/images/server/index.ts'
import { tellPeople } from '#features/notices/server/index.ts'
import { markReplied } from '#features/orders/server/index.ts'
import { isSellerHere } from '#features/users/server/index.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import type { Message } from '../contract.ts'
import { MOST_PHOTO_BYTES } from '../rules.ts'
import { type ConversationRow, findByKey } from './queries.ts'
import { addMessage, lockConversation, tell } from './writes.ts'

/** What a conversation's notice is known by: one that nobody has read is told anew, not beside the other. */
export const noticeKey = (conversation: number) => `message-${conversation}`
/** The other side is told: a client's words go to whoever sells to the client, else to the admins. */
async function tellOther(tx: Tx, now: Date, id: number, c: ConversationRow, ours: boolean, by: number | null) {
  const sells = !ours && c.seller_id !== null && (await isSellerHere(tx, c.seller_id))
  const place = `${c.kind}=${c.of}`
  const mine = c.kind === 'pedido' ? `/pedidos/meus/${c.of}` : '/pedidos/meus'
  await tellPeople(tx, now, [
    {
      kind: 'message',
      word: 'mensagem',
      to: [ours ? c.client_id : sells ? c.seller_id : null],
      admins: !ours && !sells,
      except: by,
      number: c.number,
      name: ours ? '' : c.name,
      about: c.client_id,
      href: ours ? mine : `/apps/messages?${place}`,
      key: noticeKey(id),
      again: true,
    },
  ])
}

interface Writing {
  kit: Kit
  tx: Tx
  company_id: number
  now: Date
  conversation: ConversationRow
  body: { key: string; text?: string | undefined }
  picture: Picture | undefined
  ours: boolean
  user_id: number | null
  who: string
}
/** Refuses a photo that is larger than a message may hold, before anybody looks into it. */
export function refuseLarge(photos: Upload[] = []): void {
  if (photos.some((p) => p.bytes.length > MOST_PHOTO_BYTES))
    throw invalid({ photo: 'Esta foto é grande demais. Envie uma de até 8 MB.' })
}
export async function write(w: Writing): Promise<Message> {
  const { tx, kit, company_id, conversation, body, picture, ours, user_id, who, now } = w
  const text = body.text ?? ''
  if (text === '' && !picture) throw invalid({ text: 'Escreva uma mensagem ou escolha uma foto.' })
  if (conversation.gone) throw new Refusal('conversation_closed')
  // The order is locked before the conversation, as an erasure locks them. A message sent again answers nothing.
  if (conversation.status === 'ajuste_solicitado' && !(await findByKey(tx, body.key)))
    await markReplied(tx, conversation.of)
  const id = await lockConversation(tx, conversation)
  const before = await findByKey(tx, body.key)
  const photo = picture?.seen ? pathOf(picture.seen.hash) : ''
  if (before) {
    const same = before.conversation_id === id && before.user_id === user_id && before.ours === ours
    if (!same || before.text !== text || before.photo !== photo) throw reused()
    return before
  }
  if (picture) await keepImage(kit, tx, company_id, picture)
  const client_id = conversation.kind === 'cliente' ? conversation.of : null
  const added = await addMessage(tx, {
    conversation: id,
    key: body.key,
    now,
    ours,
    user_id,
    who,
    client_id,
    text,
    photo,
  })
  if (!added) throw reused()
  await tell(tx, id, conversation)
  await tellOther(tx, now, id, conversation, ours, user_id)
  return added
}
const reused = () =>
  new Refusal('idempotency_key_reused', { message: 'Esta mensagem já foi enviada com outro texto. Escreva-a de novo.' })
