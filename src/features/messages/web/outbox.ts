// Messages on their way: what somebody writes is on this device first and leaves by itself.
import { readAnswer, written } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import type { Item } from '#web/outbox/item.ts'
import { answerIn, delivers } from '#web/outbox/line.ts'
import { deliver } from '#web/outbox/outbox.ts'
import { createStore } from '#web/store.ts'
import { type Message, writeMessage } from '../contract.ts'
import type { Kind } from '../rules.ts'
import { draftOf, keepDraft } from './draft.ts'

const MESSAGE = 'message'
export interface Outgoing {
  key: string
  text: string
  /** A data URL, or ''. */
  photo: string
}
interface Kept {
  text: string
  /** Where its conversation is seen. */
  to: string
  /** The draft that it goes back into. */
  draft: string
}
/** Written here and known to be there, before the conversation was read anew; by the address of the conversation. */
export const arrived = createStore<Record<string, Message[]>>({})
const arrive = (path: string, message: Message): void =>
  arrived.set((all) => ({
    ...all,
    [path]: [...(all[path] ?? []).filter((m) => m.id !== message.id), message].slice(-50),
  }))

interface Conversation {
  company: number
  kind: Kind
  id: number
}
export const pathOf = (params: Conversation) => written(writeMessage, { params, typed: {} }).path
/** Sends a message: as it is there now, or 'kept': it waits on this device. */
export async function sendMessage(
  params: Conversation,
  { key, text, photo }: Outgoing,
  { name, ...kept }: Omit<Kept, 'text'> & { name: string },
): Promise<Message | 'kept'> {
  const done = await deliver({
    id: key,
    kind: MESSAGE,
    ...written(writeMessage, { params, typed: { key, text } }),
    ...(photo && { files: { photo } }),
    about: { name },
    kept: { ...kept, text },
  })
  return done === 'kept' ? done : readAnswer(writeMessage, done.sent)
}
const isKept = (kept: unknown): kept is Kept => typeof kept === 'object' && kept !== null && 'draft' in kept
/** The address that a message leads to stays in this product. */
const toOf = ({ kept }: Item) => (isKept(kept) && /^\/\w/.test(kept.to) ? kept.to : '/aguardando')

delivers(MESSAGE, {
  title: ({ about }) => t('Mensagem: {name}', { name: about.name }),
  said: (item) => ({ text: t('Mensagem enviada: {name}.', { name: item.about.name }), to: toOf(item) }),
  sent(item, answer) {
    const message = answerIn(writeMessage, answer)
    if (message) arrive(item.path, message)
    return false
  },
  // A draft holds no photo.
  edit(item) {
    const { kept, files } = item
    if (!isKept(kept) || files) return null
    return () => {
      keepDraft(kept.draft, [kept.text, draftOf(kept.draft)].filter(Boolean).join('\n'))
      return toOf(item)
    }
  },
  path: /^\/api\/v2\/companies\/\d+\/conversations\/(pedido|cliente)\/\d+$/,
  isKept,
})
