// Somebody asks every call that they may make, with valid requests drawn from its contract.
import { registered } from '#server/serve.ts'
import type { Endpoint, Level } from '#shared/wire.ts'
import { draw, type Things } from './hostile.ts'
import { aVisitor, type TestApp } from './kit.ts'
import { readable } from './readable.ts'
import { dice } from './stranger.ts'
import type { World } from './world.ts'

export const ROUNDS = Number(process.env.ROUNDS ?? (process.env.LONG ? 20 : 2))
export const SEED = Number(process.env.SEED ?? 20_261_123)

export interface Somebody {
  name: string
  token: string | undefined
  level: Level | null
  visits?: boolean
}
export const nobody: Somebody = { name: 'nobody', token: undefined, level: null }
export const somebody = (name: string, { token }: { token: string }, level: Level): Somebody => ({ name, token, level })
/** Refused for who they are, before anything is read. */
export const isRefused = ({ options }: Endpoint, { token, level, visits }: Somebody) => {
  if (options.levels === 'anyone') return false
  if (!token) return !options.anonymous
  return visits ? options.public !== true : !options.levels.includes(level as Level)
}
/** What ends the walk of whoever walks: one's own sessions, and among one's own people oneself. */
const OWN_END = /logout|auth\/password/
export const AMONG_OWN = /logout|auth\/password|users\/:id|anonymise/
export const calls = () => registered.filter((e) => e.options.answer !== 'stream')

const TABLES = {
  products: 'products',
  categories: 'categories',
  entities: 'entities',
  users: 'users',
  clients: 'users',
  orders: 'orders',
  integration: 'integrations',
  catalogs: 'catalogs',
  message_templates: 'message_templates',
  pedido: 'orders',
}
interface Walked {
  wrong: string[]
  /** Each call that was asked, and the address that was drawn for it. */
  asked: string[]
  answered: number
}
export function walker(t: TestApp, w: World) {
  /** Numbers of a company's things and nobody else's. */
  async function thingsOf(company: number, secrets: readonly string[]): Promise<Things> {
    const of: Record<string, (number | string)[]> = { companies: [company] }
    const ids: number[] = [company]
    for (const [name, table] of Object.entries(TABLES)) {
      const { rows } = await t.owner.query<{ id: string }>(
        `select id from ${table} where company_id = $1 order by id`,
        [company],
      )
      of[name] = rows.map((r) => Number(r.id))
      ids.push(...rows.map((r) => Number(r.id)))
    }
    for (const name of ['visits', 'events']) {
      const { rows } = await t.owner.query<{ key: string }>(
        `select key from ${name} where company_id = $1 order by key`,
        [company],
      )
      of[name] = rows.map((r) => r.key)
    }
    return { of, ids, secrets, words: ['Peça', 'a', 'order', 'pedido', 'novo', 'name'] }
  }
  const files = async () => [Buffer.from(await w.png.arrayBuffer())]
  async function ask(e: Endpoint, who: Somebody, at: Things, seed: number, own: readonly Buffer[]) {
    const x = draw(e, dice(seed), at, { files: own, calm: 1 })
    const headers = { ...x.headers, ...(who.token && { authorization: `Bearer ${who.token}` }) }
    const r = await t.app.inject({
      method: x.method as 'GET',
      url: x.path,
      headers,
      ...(x.body && { payload: x.body }),
    })
    return {
      said: `${x.method} ${x.path} ${x.body?.toString().slice(0, 300) ?? ''}`,
      status: r.statusCode,
      answer: r.rawPayload,
      type: String(r.headers['content-type']),
    }
  }
  /** Walks all calls that `who` may make, aimed at what `at` names; answers what was wrong. */
  async function walk(
    people: Somebody[],
    at: Things,
    hidden: readonly string[],
    { rounds = ROUNDS, skip = OWN_END, reads = false, only = calls() } = {},
  ): Promise<Walked> {
    const own = await files()
    const wrong: string[] = []
    const asked: string[] = []
    let answered = 0
    for (let round = 0; round < rounds; round++)
      for (const [n, e] of only.entries())
        for (const who of people.filter((p) => !isRefused(e, p))) {
          const writes = e.method !== 'GET' && e.options.answer !== 'file'
          if ((reads && writes) || (e.method !== 'GET' && who.token && skip.test(e.path))) continue
          // Whoever names a company at its door opens its public catalogue.
          if (e.path === '/api/v2/auth/loginClient') continue
          const r = await ask(e, who, at, SEED + round * 1000 + n, own)
          const text = readable(r.answer, r.type)
          asked.push(`${e.method} ${e.path} ${r.said.split(' ')[1]}`)
          if (r.status < 300) answered++
          if (r.status >= 500 && r.status !== 502) wrong.push(`${r.status} ${who.name}: ${r.said}`)
          for (const word of hidden) {
            const found = text.indexOf(word)
            if (found >= 0 && !r.said.includes(word))
              wrong.push(
                `${who.name} reads "${text.slice(Math.max(0, found - 60), found + 40)}" in ${r.type}: ${r.said}`,
              )
          }
        }
    return { wrong, asked, answered }
  }
  const strangers = async (): Promise<Somebody[]> => [
    nobody,
    { name: 'visitor', token: await aVisitor(t, w.a), level: 3, visits: true },
    somebody('client', w.a.client, 3),
    somebody('seller', w.a.seller, 2),
    somebody('admin', w.a.admin, 1),
  ]
  return { files, thingsOf, ask, walk, strangers }
}
