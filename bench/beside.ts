// What somebody of another company waits for while one hammers: on a server that does nothing, on ours without any limit
// on how often somebody may ask, and on ours as it comes.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { aPerson, type TestApp } from '../test/kit.ts'
import type { Shop } from './filled.ts'
import { load, median, type Server, startServer } from './measure.ts'

/** Requests of a round, and rounds. */
const [EACH, ROUNDS] = [1000, 3]
/** People of the company that is not at fault: one alone would ask more often than the limits let one. Not a divisor of
 * the twenty kinds of requests, or each would ask for one kind. */
const PEOPLE = 21
/** Until somebody who hammers has sent what may be asked for at once, in ms. */
const BURST = 12_000
type Asks = (n: number) => [string, RequestInit]
export interface Waits {
  alone: number
  loud: number
  said: string
}

/** p99 alone and beside the noise, medians of the rounds. `noise` begins it and answers how to end it. */
export async function beside(
  server: Server,
  postmaster: number,
  asks: Asks,
  noise: () => Promise<() => Promise<string>>,
  after = 500,
): Promise<Waits> {
  await load(server, postmaster, 600, 1, asks)
  const [alone, loud]: [number[], number[]] = [[], []]
  let said = ''
  for (let i = 0; i < ROUNDS; i++) {
    alone.push((await load(server, postmaster, EACH, 1, asks)).p99)
    const hush = await noise()
    await sleep(after)
    loud.push((await load(server, postmaster, EACH, 1, asks)).p99)
    said = await hush()
  }
  return { alone: median(alone), loud: median(loud), said }
}
function hammering(server: Server, { company, ids }: Shop) {
  return async () => {
    const list = ids.slice(0, 200).join()
    const args = ['bench/hammer.ts', server.origin, company.client.token, String(company.id), '20', list]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let counts = ''
    child.stdout.on('data', (d: Buffer) => (counts += d.toString()))
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    return async () => {
      process.off('exit', end)
      child.kill('SIGTERM')
      await new Promise((done) => child.on('close', done))
      return `respostas do martelo: ${counts}`
    }
  }
}
/** The three, one after another. `day`: what the other's people ask for. */
export async function hammer(
  t: TestApp,
  postmaster: number,
  [bad, other]: [Shop, Shop],
  day: (shop: Shop, tokens: string[]) => Asks,
  start: () => Promise<Server>,
): Promise<Record<'bare' | 'free' | 'limited', Waits>> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aPerson(t, other.company.id, 3)))
  const asks = day(
    other,
    people.map((p) => p.token),
  )
  const on = async (begin: () => Promise<Server>, after?: number) => {
    const server = await begin()
    const waits = await beside(server, postmaster, asks, hammering(server, bad), after)
    await server.stop()
    return waits
  }
  const bare = await on(() => startServer('bench/bare.ts', [], '/'))
  const free = await on(start)
  process.env.TEST_CONFIG = JSON.stringify({ limits: DEFAULT_LIMITS })
  process.env.TEST_CLOCK = 'runs'
  const limited = await on(start, BURST)
  delete process.env.TEST_CONFIG
  delete process.env.TEST_CLOCK
  return { bare, free, limited }
}
