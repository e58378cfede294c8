import * as z from 'zod/mini'
import { opened } from '#features/sessions/contract.ts'
import { EMAIL } from '#shared/email.ts'
import { blank, endpoint, flag, json, text } from '#shared/wire.ts'

const SAMPLE_KINDS = ['artesanato', 'moda', 'alimentos', 'cosmeticos'] as const
export const readSignup = endpoint('GET /api/v2/signup', {
  does: 'Se há cadastro aberto, quantos dias de teste, e o endereço que um nome daria (ou por que um endereço não serve)',
  levels: 'anyone',
  query: z.object({ name: blank(text(120)), path: blank(text(60)) }),
  data: z.object({ open: z.boolean(), trial_days: z.int(), path: z.string(), issue: z.string(), base: z.string() }),
})
export const signUp = endpoint('POST /api/v2/signup', {
  does: 'Criar uma empresa em teste com o seu primeiro administrador, e entrar',
  levels: 'anyone',
  body: z.object({
    name: text(120, 2),
    company: text(120, 2),
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, 'long'), z.regex(EMAIL, 'email')),
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(128, 'long')),
    phone: z.optional(text(20)),
    path: blank(text(60)),
    state: blank(text(40)),
    cep: blank(text(20)),
    /** Without one: the zone of the CEP, else of the state, else America/Sao_Paulo. */
    time_zone: blank(text(60)),
    language: blank(z.enum(['pt', 'en', 'fr'])),
    tracking: z.optional(json(z.looseObject({}))),
    agree: flag,
  }),
  data: opened,
  beside: true,
})
export const addSamples = endpoint('POST /api/v2/samples', {
  does: 'Pôr no catálogo um conjunto de produtos de exemplo',
  levels: [1],
  body: z.object({ kind: z.enum(SAMPLE_KINDS) }),
  data: z.object({ products: z.int() }),
})
export const countSamples = endpoint('GET /api/v2/samples', {
  does: 'Quantos produtos de exemplo há',
  levels: [1],
  data: z.object({ products: z.int() }),
})
export const removeSamples = endpoint('DELETE /api/v2/samples', {
  does: 'Retirar de uma vez os produtos de exemplo, e as categorias deles que ficarem vazias',
  levels: [1],
  data: z.object({ products: z.int() }),
})
