import * as z from 'zod/mini'
import { companyShape } from '#features/companies/contract.ts'
import { userShape } from '#features/users/contract.ts'
import { EMAIL } from '#shared/email.ts'
import { blank, endpoint, flag, moment, text } from '#shared/wire.ts'

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, 'long'), z.regex(EMAIL, 'email'))
export const accountShape = z.object({
  user: userShape,
  company: z.nullable(companyShape),
  kind: z.enum(['user', 'public']),
  /** The operator who looks at the company through this session, and until when. */
  acting: z.optional(z.nullable(z.object({ name: z.string(), until: moment }))),
})
export const opened = z.object({ token: z.string(), ...accountShape.shape })
export type Opened = z.output<typeof opened>
export type Account = z.output<typeof accountShape>

export const signIn = endpoint('POST /api/v1/auth/login', {
  does: 'Entrar com e-mail e senha',
  levels: 'anyone',
  public: true,
  body: z.object({
    email,
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'long')),
    stay: blank(flag),
  }),
  data: opened,
  beside: true,
})
export const openPublicSession = endpoint('POST /api/v2/auth/loginClient', {
  does: 'Sessão pública do catálogo pelo endereço, ou de um cliente pelo link pessoal',
  levels: 'anyone',
  public: true,
  body: z.object({
    company_path: blank(z.union([z.string(), z.number()])),
    user_id: blank(z.union([z.number(), z.string().check(z.regex(/^(?!null$)/))])),
  }),
  data: opened,
  beside: true,
})
export const readSession = endpoint('GET /api/v1/auth/me', {
  does: 'Quem está na sessão',
  levels: [0, 1, 2, 3],
  public: true,
  whileClosed: true,
  data: accountShape,
  beside: true,
})
export const signOut = endpoint('POST /api/v1/auth/logout', {
  does: 'Sair deste aparelho',
  levels: [0, 1, 2, 3],
  public: true,
  whileClosed: true,
})
export const signOutEverywhere = endpoint('POST /api/v1/auth/logoutAll', {
  does: 'Sair de todos os aparelhos',
  levels: [0, 1, 2, 3],
  whileClosed: true,
  data: z.object({ ended: z.int() }),
})
export const forgotPassword = endpoint('POST /api/v1/auth/forgotPassword', {
  does: 'Pedir o link para trocar a senha; responde igual para e-mail desconhecido',
  levels: 'anyone',
  public: true,
  body: z.object({ email }),
  data: z.object({ message: z.string() }),
})
export const changePassword = endpoint('PUT /api/v1/auth/password', {
  does: 'Trocar a senha com a senha atual ou com o link recebido',
  levels: 'anyone',
  // What may be missing is said after who asks: without a session and without a link there is nothing to fill in.
  body: z.object({ token: blank(z.string()), current_password: blank(z.string()), password: z.optional(text(128)) }),
  data: z.object({ ended: z.int() }),
})
