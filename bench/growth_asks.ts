// How what grows is asked: one reader, one request after the other.
import type { TestApp } from '../test/kit.ts'
import { ask as one } from './ask.ts'
import { type Load, load, median, type Server, startServer } from './measure.ts'

export type Request = [string, RequestInit?]
/** Requests of a kind; the first are not counted: connections, plans and code are as cold in each. Of lists and searches
 * fewer, or the smaller companies would hear each of theirs twice; of many companies fewer of all, or a hundred would be
 * asked twice and ten thousand once. */
export const [ASKED, FEWER] = [200, 60]
export const WARMING = 20
export const askedOf = (name: string) => (name === 'lista' || name === 'busca' ? FEWER : ASKED)
export const say = (line: string) => process.stdout.write(`${line}\n`)
export const times = ({ p50, p99 }: Load) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`
export async function ask(
  server: Server,
  postmaster: number,
  request: (n: number) => Request,
  many: number,
): Promise<Load> {
  await load(server, postmaster, WARMING, 1, request)
  return load(server, postmaster, many, 1, (n) => request(n + WARMING))
}
/** Asks, and fails where the answer is no good; answers how many ms it took. */
export async function timed(server: Server, [path, init]: Request): Promise<number> {
  const began = performance.now()
  const r = await one(server.origin + path, init)
  if (!r.ok) throw new Error(`${path}: ${r.status}`)
  return performance.now() - began
}
/** The same of requests before each of which something happens that is not timed. */
export async function askAfter(
  server: Server,
  before: (n: number) => Promise<unknown>,
  request: (n: number) => Request,
): Promise<Load> {
  const took: number[] = []
  for (let n = 0; n < FEWER + WARMING; n++) {
    await before(n)
    const ms = await timed(server, request(n))
    if (n >= WARMING) took.push(ms)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return { cpu: 0, p50: median(took), p99: sorted[Math.floor(sorted.length * 0.99)] as number }
}
export const startOurs = (t: TestApp) =>
  startServer('test/server.ts', [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl], '/readyz', [
    '--max-semi-space-size=2',
    '--max-old-space-size=1024',
  ])
