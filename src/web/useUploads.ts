// Files on their way, one after the other: a failed one stays with its reason, the others go on.
import { useEffect, useRef, useState } from 'react'
import { isFailure } from './api.ts'

interface Upload {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** Why it failed. */
  why: string
}
export interface Uploads {
  failed: Upload[]
  /** Some are on their way. */
  busy: boolean
  /** Of those that were added since nothing was on its way: how many have arrived, and how many there are. */
  done: number
  all: number
  add(files: File[]): void
  retry(key: number): void
  drop(key: number): void
  /** Takes back what has not arrived, what failed too. */
  cancel(): void
}
let serial = 0
/** `send` brings one file to the server and says so to the form. */
export function useUploads(send: (file: File, signal: AbortSignal) => Promise<void>): Uploads {
  const [list, setList] = useState<Upload[]>([])
  const [done, setDone] = useState(0)
  const running = useRef<AbortController | null>(null)
  const change = (key: number, part: Partial<Upload>) => setList((now) => now.map((u) => (u.key === key ? { ...u, ...part } : u)))
  const drop = (key: number) => setList((now) => now.filter((u) => u.key !== key))
  const coming = list.filter((u) => u.state !== 'failed')
  const next = list.some((u) => u.state === 'sending') ? undefined : list.find((u) => u.state === 'waiting')
  useEffect(() => {
    if (!next) return
    const controller = new AbortController()
    running.current = controller
    change(next.key, { state: 'sending' })
    send(next.file, controller.signal).then(
      () => {
        drop(next.key)
        setDone((n) => n + 1)
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        if (!isFailure(error)) throw error
        change(next.key, { state: 'failed', why: error.message })
      },
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [next])
  useEffect(() => {
    if (coming.length === 0) setDone(0)
  }, [coming.length])
  // A page that is left takes its uploads along.
  useEffect(() => () => running.current?.abort(), [])
  return {
    failed: list.filter((u) => u.state === 'failed'),
    busy: coming.length > 0,
    done,
    all: done + coming.length,
    add: (files) => setList((now) => [...now, ...files.map((file): Upload => ({ key: ++serial, file, state: 'waiting', why: '' }))]),
    retry: (key) => change(key, { state: 'waiting', why: '' }),
    drop,
    cancel: () => {
      running.current?.abort()
      setList([])
    },
  }
}
