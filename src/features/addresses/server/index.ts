// Addresses by CEP, from the service that CEP_URL names (ViaCEP's answer, or BrasilAPI's). What it said is remembered
// for the life of the process.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { countTry } from '#server/count-tries.ts'
import { type Kit, serve } from '#server/serve.ts'
import { calling, traced } from '#server/trace.ts'
import { Refusal } from '#shared/errors.ts'
import { typedPoint } from '#shared/geo.ts'
import { findByCep, type Place } from '../contract.ts'

const REMEMBERED = 5000
const word = z.optional(z.nullable(z.string()))
const degrees = z.optional(z.union([z.string(), z.number()]))
/** ViaCEP: {"erro": true} for a CEP that does not exist; it knows no places. BrasilAPI (v2) says the same in English, and
 * where it is. */
const answer = z.object({
  erro: z.optional(z.unknown()),
  logradouro: word,
  bairro: word,
  localidade: word,
  uf: word,
  street: word,
  neighborhood: word,
  city: word,
  state: word,
  location: z.optional(z.object({ coordinates: z.optional(z.object({ latitude: degrees, longitude: degrees })) })),
})

export function routes(app: FastifyInstance, kit: Kit): void {
  const known = new Map<string, Place>()
  serve(app, kit, findByCep, async ({ params, ip, now }) => {
    const cep = params.cep.replace('-', '')
    const before = known.get(cep)
    if (before) return before
    await countTry(kit, [{ key: `cep-ip:${ip}`, limit: 60, seconds: 60 }], now)
    const place = await ask(cep)
    if (known.size >= REMEMBERED) known.clear()
    known.set(cep, place)
    return place
  })
  async function ask(cep: string): Promise<Place> {
    let body: unknown
    try {
      const url = kit.config.cepUrl.replace('{cep}', cep)
      const response = await traced(calling('GET', url), () =>
        fetch(url, { signal: AbortSignal.timeout(3000), redirect: 'error' }),
      )
      if (response.status === 400 || response.status === 404)
        throw new Refusal('not_found', { message: 'Este CEP não existe.' })
      if (!response.ok) throw new Error(String(response.status))
      body = await response.json()
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal('cep_silent')
    }
    const read = answer.safeParse(body)
    if (!read.success) throw new Refusal('cep_silent')
    const { data: said } = read
    const { latitude, longitude } = said.location?.coordinates ?? {}
    if (said.erro) throw new Refusal('not_found', { message: 'Este CEP não existe.' })
    const short = (s: string | null | undefined, most: number) => (s ?? '').slice(0, most)
    return {
      cep: `${cep.slice(0, 5)}-${cep.slice(5)}`,
      street: short(said.logradouro ?? said.street, 160),
      district: short(said.bairro ?? said.neighborhood, 80),
      city: short(said.localidade ?? said.city, 80),
      state: short(said.uf ?? said.state, 2),
      at: typedPoint(String(latitude ?? ''), String(longitude ?? '')),
    }
  }
}
