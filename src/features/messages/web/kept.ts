// The conversations that this device keeps: drawn at once, and all there is where there is no network.
import { withoutAccents } from '#shared/name.ts'
import { useValue } from '#web/device/use.ts'
import { keptThreadsShape, type Row, type Thread } from '../contract.ts'
import type { Kind } from '../rules.ts'

export function useKeptThread(of: { kind: Kind; id: number } | null): Thread | undefined {
  const kept = useValue('messages', keptThreadsShape)
  return of ? kept?.find(({ about }) => about.kind === of.kind && about.id === of.id) : undefined
}
const plain = (text: string) => withoutAccents(text).toLowerCase()
/** Those that the list would show, unread ones first; undefined: this device keeps none. */
export function useKeptRows(search: string, only: boolean): Row[] | undefined {
  const kept = useValue('messages', keptThreadsShape)
  const words = plain(search.trim())
  return kept
    ?.flatMap(({ about, messages, unread }): Row[] => {
      const last = messages.at(-1)
      return last ? [{ ...about, last, unread }] : []
    })
    .filter(
      (r) =>
        (!only || r.unread > 0) &&
        (!words || String(r.number) === words || plain(`${r.name} ${r.person}`).includes(words)),
    )
    .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0))
}
