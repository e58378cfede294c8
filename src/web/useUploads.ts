// Files on their way, one after the other: a failed one stays with its reason, the others go on.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFailure } from './api.ts'

interface Upload {
  key: number
  file: File
  failed: boolean
  /** Why. */
  why: string
}
export interface Uploads {
  failed: Upload[]
  /** Some are on their way. */
  busy: boolean
  /** Of those that were added since nothing was on its way: how many have arrived, and how many there are. */
  done: number
  all: number
  /** Which row of files this is: counts up when the first is added after nothing was on its way. */
  batch: number
  add(files: File[]): void
  retry(key: number): void
  drop(key: number): void
  /** Takes back what has not arrived, what failed too. */
  cancel(): void
}
interface Row {
  list: Upload[]
  done: number
  batch: number
}
const coming = (list: Upload[]) => list.filter((u) => !u.failed)
/** The row with another list. */
function withList(row: Row, list: Upload[]): Row {
  const begins = coming(row.list).length === 0 && coming(list).length > 0
  return { list, done: coming(list).length === 0 ? 0 : row.done, batch: row.batch + Number(begins) }
}
let serial = 0
/** `send` brings one file to the server and says so to the form. */
export function useUploads(send: (file: File, signal: AbortSignal) => Promise<void>): Uploads {
  const [row, setRow] = useState<Row>({ list: [], done: 0, batch: 0 })
  const running = useRef<AbortController | null>(null)
  const change = (next: (list: Upload[]) => Upload[], arrived = 0) =>
    setRow((now) => withList({ ...now, done: now.done + arrived }, next(now.list)))
  const without = (key: number) => (list: Upload[]) => list.filter((u) => u.key !== key)
  const waiting = coming(row.list)
  const next = waiting[0]
  const start = useEffectEvent(({ key, file }: Upload) => {
    const controller = new AbortController()
    running.current = controller
    send(file, controller.signal).then(
      () => change(without(key), 1),
      (error: unknown) => {
        if (controller.signal.aborted) return
        if (!isFailure(error)) throw error
        change((list) => list.map((u) => (u.key === key ? { ...u, failed: true, why: error.message } : u)))
      },
    )
  })
  useEffect(() => {
    if (next) start(next)
  }, [next])
  // A page that is left takes its uploads along.
  useEffect(() => () => running.current?.abort(), [])
  return {
    failed: row.list.filter((u) => u.failed),
    busy: waiting.length > 0,
    done: row.done,
    all: row.done + waiting.length,
    batch: row.batch,
    add: (files) =>
      change((list) => [...list, ...files.map((file): Upload => ({ key: ++serial, file, failed: false, why: '' }))]),
    // To the end: the first that has not failed is the one that is on its way.
    retry: (key) =>
      change((list) => [
        ...without(key)(list),
        ...list.filter((u) => u.key === key).map((u) => ({ ...u, failed: false, why: '' })),
      ]),
    drop: (key) => change(without(key)),
    cancel: () => {
      running.current?.abort()
      change(() => [])
    },
  }
}
