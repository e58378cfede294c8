// A conversation as it is shown: what the server has, what has just arrived there, and what is still on its way.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isFailure } from '#web/api.ts'
import { renewDevice } from '#web/device/index.ts'
import { follow } from '#web/device/live.ts'
import { t } from '#web/i18n.ts'
import { failureOf } from '#web/outbox/outbox.ts'
import { outbox } from '#web/outbox/line.ts'
import { openOutbox } from '#web/outbox/outbox.ts'
import { waiting } from '#web/outbox/count.ts'
import type { Message } from '../contract.ts'
import type { Door } from './doors.ts'
import { useKeptThread } from './kept.ts'
import { arrived, type Outgoing } from './outbox.ts'

export interface Pending extends Outgoing {
  at: Date
  /** '' on its way; else why it is not there yet. */
  why: string
  refused: boolean
}
/** A link's holder is told by the receipt's stream; where there is none, this asks. */
const OFTEN = 20_000

export function useConversation(door: Door) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: door.key,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => door.read(pageParam),
    getNextPageParam: (last) => (last.more ? last.messages[0]?.id : undefined),
    ...(!door.path && { refetchInterval: OFTEN }),
  })
  // What the server refuses to show is not shown from here either.
  const refused = isFailure(list.error) && list.error.status >= 400 && list.error.status < 500
  const kept = useKeptThread(refused ? null : door.of)
  const first = list.data?.pages[0] ?? kept
  const [mine, setMine] = useState<Pending[]>([])
  const { items, owner } = outbox.use()
  const here = arrived.use()[door.path]
  const unsent = waiting.use()
  useEffect(() => {
    if (!door.path) return
    return follow(({ type, id }) => {
      const ofOrder = type === 'order' && door.of?.kind === 'pedido' && id === door.of.id
      if (type === 'message' || type === 'gap' || ofOrder) void client.invalidateQueries({ queryKey: ['messages'] })
    })
  }, [client, door.path, door.of?.kind, door.of?.id])
  useEffect(() => {
    if (door.path && unsent > 0 && owner === '') void openOutbox()
  }, [door.path, unsent, owner])
  const messages = useMemo(() => {
    const known = list.data?.pages.toReversed().flatMap((p) => p.messages) ?? kept?.messages ?? []
    const ids = new Set(known.map((m) => m.id))
    return [...known, ...(here ?? []).filter((m) => !ids.has(m.id))]
  }, [list.data, kept, here])
  const pending = useMemo(() => {
    const there = new Set(messages.map((m) => m.key))
    const inLine = items
      .filter((i) => door.path !== '' && i.path === door.path)
      .map((i): Pending => {
        const refused = i.state === 'refused' && i.refusal !== undefined
        const why = refused && i.refusal ? failureOf(i.refusal).message : i.queued ? t('Aguardando envio') : ''
        return {
          key: i.id,
          text: String(i.body.text ?? ''),
          photo: i.files?.photo ?? '',
          at: new Date(i.at),
          why,
          refused,
        }
      })
    return [...inLine, ...mine].filter((p) => !there.has(p.key))
  }, [items, mine, messages, door.path])
  /** Shows it at once. Answers '' when it is there or on its way, else why it is not. */
  async function send(message: Outgoing): Promise<string> {
    const add = (m: Message) =>
      client.setQueryData<typeof list.data>(door.key, (now) => {
        const [first, ...older] = now?.pages ?? []
        if (!now || !first || first.messages.some((x) => x.id === m.id)) return now
        return { ...now, pages: [{ ...first, messages: [...first.messages, m] }, ...older] }
      })
    if (!door.path) setMine((all) => [...all, { ...message, at: new Date(), why: '', refused: false }])
    try {
      const done = await door.send(message, first?.about.name ?? '')
      if (done !== 'kept') add(done)
      void client.invalidateQueries({ queryKey: door.path ? ['messages'] : door.key })
      if (done !== 'kept') void renewDevice()
      return ''
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      return failure.message
    } finally {
      setMine((all) => all.filter((p) => p.key !== message.key))
    }
  }
  /** What stands here is what the device keeps, and older messages are the server's. */
  const partly = list.isError && !list.data && kept?.more === true
  return { list, first, partly, messages, pending, send }
}
