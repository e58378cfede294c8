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
/** Who hammers: accounts of one company, whose limit is used up by them before their own. Not a multiple of three, or each
 * would ask for one kind. */
const HAMMERING = 10
/** Until one of them, or all, have sent what they may ask for at once, in ms. */
const [BURST_OF_ONE, BURST] = [12_000, 40_000]
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
function hammering(server: Server, { company, ids }: Shop, tokens: string[]) {
  return async () => {
    const list = ids.slice(0, 200).join()
    const args = ['bench/hammer.ts', server.origin, tokens.join(), String(company.id), '20', list]
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
/** One after another. `day`: what the other's people ask for. */
export async function hammer(
  t: TestApp,
  postmaster: number,
  [bad, other]: [Shop, Shop],
  day: (shop: Shop, tokens: string[]) => Asks,
  start: () => Promise<Server>,
): Promise<Record<'bare' | 'free' | 'one' | 'limited', Waits>> {
  const peopleOf = async ({ company }: Shop, many: number) =>
    (await Promise.all(Array.from({ length: many }, () => aPerson(t, company.id, 3)))).map((p) => p.token)
  const tokens = await peopleOf(bad, HAMMERING)
  const asks = day(other, await peopleOf(other, PEOPLE))
  const on = async (begin: () => Promise<Server>, after?: number, from = tokens) => {
    const server = await begin()
    const waits = await beside(server, postmaster, asks, hammering(server, bad, from), after)
    await server.stop()
    return waits
  }
  const bare = await on(() => startServer('bench/bare.ts', [], '/'))
  const free = await on(start)
  process.env.TEST_CONFIG = JSON.stringify({ limits: DEFAULT_LIMITS })
  process.env.TEST_CLOCK = 'runs'
  const one = await on(start, BURST_OF_ONE, tokens.slice(0, 1))
  const limited = await on(start, BURST)
  delete process.env.TEST_CONFIG
  delete process.env.TEST_CLOCK
  return { bare, free, one, limited }
}
