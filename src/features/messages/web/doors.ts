// The two doors to a conversation: somebody's session, whose messages leave through the outbox, and the link of a
// receipt, whose holder is nobody's account.
import { call } from '#web/api.ts'
import { fromDataUrl } from '#web/data_url.ts'
import { accountName } from '#web/session.ts'
import {
  type Message,
  markRead,
  markReadByLink,
  readByLink,
  readConversation,
  type Thread,
  writeByLink,
} from '../contract.ts'
import type { Kind } from '../rules.ts'
import { type Outgoing, pathOf, sendMessage } from './outbox.ts'

export interface Door {
  /** What its answers are kept under. */
  key: readonly unknown[]
  /** What is typed here is kept under. */
  draft: string
  /** The address by which the outbox knows it; '' where nothing waits. */
  path: string
  /** What the device may keep of it. */
  of: { kind: Kind; id: number } | null
  /** By the company's people. */
  staff: boolean
  read(before: number | undefined): Promise<Thread>
  mark(until: number): Promise<unknown>
  send(message: Outgoing, name: string): Promise<Message | 'kept'>
}
export function accountDoor(
  { company, kind, id }: { company: number; kind: Kind; id: number },
  { staff, to }: { staff: boolean; to: string },
): Door {
  const params = { company, kind, id }
  const draft = `${accountName()}:${kind}:${id}`
  return {
    key: ['messages', kind, id],
    draft,
    path: pathOf(params),
    of: { kind, id },
    staff,
    read: (before) => call(readConversation, { params, query: { before } }),
    mark: (until) => call(markRead, { params, body: { until } }),
    send: (message, name) => sendMessage(params, message, { name, to, draft }),
  }
}
export function linkDoor(token: string): Door {
  const params = { token }
  return {
    key: ['receipt', token, 'messages'],
    draft: `link:${token}`,
    path: '',
    of: null,
    staff: false,
    read: (before) => call(readByLink, { params, query: { before } }),
    mark: (until) => call(markReadByLink, { params, body: { until } }),
    send: ({ key, text, photo }) =>
      call(writeByLink, {
        params,
        typed: { key, text },
        ...(photo && { files: { photo: [fromDataUrl(photo, 'foto.jpg')] } }),
      }),
  }
}
