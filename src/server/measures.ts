// /metrics with several processes behind one address (WEB_CONCURRENCY): whichever is asked answers for all of them. They
// hear of each other through the process that started them (scripts/supervisor.ts), which passes on what they say.
import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { Refusal } from '#shared/errors.ts'

/** What goes between them: a question to all others, how many those are, what each of them answers. */
export interface Word {
  /** Of whoever asks, to tell its questions apart. */
  measures: number
  from?: number
  to?: number
  many?: number
  told?: object[]
}
interface Asked {
  many?: number
  told: object[][]
  done: () => void
}
/** One that does not answer for so long is no figure of nought: there is no reading. */
const PATIENCE = 3000

/** Answers what `registry` and those of the other processes say together. */
export function measuresOfAll(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  const asking = new Map<number, Asked>()
  let asked = 0
  const tell = (word: Word) => void (process.connected && process.send?.(word))
  process.on('message', (word: Word) => void hear(word))
  const hear = async ({ measures, from, many, told }: Word) => {
    // The other words are for others.
    if (measures === undefined) return
    if (from !== undefined && !told) return tell({ measures, to: from, told: await registry.getMetricsAsJSON() })
    const mine = asking.get(measures)
    if (!mine) return
    if (told) mine.told.push(told)
    if (many !== undefined) mine.many = many
    if (mine.told.length === mine.many) mine.done()
  }
  return async () => {
    const measures = asked++
    const { promise, resolve: done } = Promise.withResolvers<void>()
    const others: Asked = { told: [], done }
    asking.set(measures, others)
    const late = setTimeout(done, PATIENCE)
    tell({ measures })
    await promise
    clearTimeout(late)
    asking.delete(measures)
    // Who started this one may be of a version that passes nothing on.
    if (others.told.length < (others.many ?? 0)) throw new Refusal('busy', { retry_after: 5 })
    if (others.told.length === 0) return registry.metrics()
    return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others.told]).metrics()
  }
}
