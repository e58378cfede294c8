import * as z from 'zod/mini'
import { specs } from '#features/products/contract.ts'
import { person, userShape } from '#features/users/contract.ts'
import { blank, cents, cleared, code, endpoint, flag, id, json, moment, page, text, whole } from '#shared/wire.ts'

const clientFields = {
  /** Gets quotes, no orders. */
  blocked: flag,
  /** What the company notes about credit, shown beside the order; for its people only. */
  credit_note: z.string(),
  notes: z.string(),
  city: z.string(),
  /** Where it is, in degrees; null: nobody has said. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  last_order_at: z.nullable(moment),
  /** Days since the last order; null: none yet. */
  days_since: z.nullable(z.int()),
  /** Days that usually pass between orders; null: not enough of them. */
  interval_days: z.nullable(z.int()),
}
/** A client as the seller and the admin see it: a user of level 3, and how it buys. */
const clientShape = z.extend(userShape, clientFields)
export type Client = z.output<typeof clientShape>
const moveShape = z.object({ at: moment, who: z.string(), from: z.string(), to: z.string() })
const mergeShape = z.object({ id, name: z.string(), at: moment, who: z.string(), orders: z.int() })
const cardShape = z.extend(clientShape, {
  seller_name: z.string(),
  /** Codes of cards that were merged into this one. */
  other_codes: z.array(z.string()),
  /** Which cards were merged into this one and can be taken apart again. */
  merges: z.array(mergeShape),
  /** Whose portfolio it was ('' the house's), newest first. */
  moves: z.array(moveShape),
})
export type Card = z.output<typeof cardShape>

/** The people that a seller or admin may order for: the seller's portfolio, or every client of the company. */
export const listClients = endpoint('GET /api/v2/clients', {
  does: 'Clientes da carteira do vendedor, ou todos para o administrador; quem pediu por último vem primeiro',
  levels: [1, 2],
  query: z.object({
    ...page,
    name: blank(z.string()),
    order: blank(z.enum(['recent', 'name', 'late', 'silent'])),
    seller_id: blank(id),
  }),
  data: z.array(clientShape),
  list: true,
})
export const readClient = endpoint('GET /api/v2/clients/:id', {
  does: 'Um cliente da carteira',
  levels: [1, 2],
  params: z.object({ id }),
  data: cardShape,
})
/** As it is typed, with comma or point. */
const degrees = z.union([z.number(), z.string()])
const fields = {
  ...person,
  price_table: blank(whole),
  seller_id: z.optional(z.union([id, z.literal(''), z.null()])),
  blocked: z.optional(flag),
  credit_note: z.optional(text(500)),
  notes: z.optional(text(2000)),
  lat: cleared(degrees),
  lng: cleared(degrees),
}
/** What a device sends under a key is done once, however often it is sent. */
const key = z.optional(text(64, 16))
export const createClient = endpoint('POST /api/v2/clients', {
  does: 'Cadastrar cliente; o do vendedor entra na carteira dele; um que já está na carteira é recusado, salvo anyway',
  levels: [1, 2],
  body: z.object({ ...fields, anyway: blank(flag), queued: blank(flag), key }),
  data: cardShape,
})
export const updateClient = endpoint('POST /api/v2/clients/:id', {
  does: 'Alterar cliente da carteira; bloqueio, crédito, tabela e carteira só o administrador',
  levels: [1, 2],
  plainPost: true,
  params: z.object({ id }),
  /** `was`: what the sender had before it in the fields that it changes; compared when it was changed without a network
   * (`queued`). */
  body: z.object({
    ...fields,
    name: z.optional(person.name),
    was: z.optional(json(z.record(z.string(), z.unknown()))),
    queued: blank(flag),
    key,
  }),
  data: cardShape,
})
export const findSame = endpoint('GET /api/v2/clients/same', {
  does: 'Quem já tem este código, documento, telefone ou e-mail: na carteira do vendedor, ou na empresa para o administrador',
  levels: [1, 2],
  query: z.object({
    client_code: blank(code(40)),
    document: blank(text(40)),
    phone: blank(text(40)),
    email: blank(text(254)),
    except: blank(id),
  }),
  data: z.object({
    found: z.array(z.object({ id, name: z.string(), reason: z.enum(['document', 'phone', 'email', 'client_code']) })),
  }),
})
const usualShape = z.object({
  product_id: id,
  specs,
  /** As many as usual. */
  quantity: z.int(),
  /** In how many of the orders that were looked at. */
  times: z.int(),
  last_at: moment,
})

const habitsShape = z.object({
  /** The last orders that the reader may open, newest first. */
  last_orders: z.array(
    z.object({
      id,
      number: z.nullable(z.int()),
      at: moment,
      total: z.optional(cents),
      items: z.array(z.object({ product_id: id, specs, quantity: z.int() })),
    }),
  ),
  /** What the client usually buys and can still be sold, most often first. */
  usual: z.array(usualShape),
  interval_days: z.nullable(z.int()),
  last_at: z.nullable(moment),
})
/** A client as a device keeps it: the card, and what is usually bought, of products that may be gone meanwhile. */
export const keptClientShape = z.extend(cardShape, { usual: z.array(usualShape) })

export const readHabits = endpoint('GET /api/v2/clients/:id/habits', {
  does: 'O que o cliente costuma comprar: últimos pedidos, quantidades de costume, intervalo',
  levels: [1, 2],
  params: z.object({ id }),
  data: habitsShape,
})
export const mergeClient = endpoint('POST /api/v2/clients/:id/merge', {
  does: 'Juntar outro cadastro a este, com os pedidos dele; entre carteiras só o administrador',
  levels: [1, 2],
  params: z.object({ id }),
  body: z.object({ other: id }),
  data: cardShape,
})
export const unmergeClient = endpoint('DELETE /api/v2/clients/:id/merges/:merge', {
  does: 'Desfazer uma junção: o outro cadastro volta com os pedidos que eram dele',
  levels: [1, 2],
  params: z.object({ id, merge: id }),
  data: cardShape,
})
export const movePortfolio = endpoint('POST /api/v2/clients/move', {
  does: 'Passar clientes para a carteira de outro vendedor, ou para a casa',
  levels: [1],
  body: z.object({
    ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'long'))),
    seller_id: z.union([id, z.literal(''), z.null()]),
    /** Replaces or keeps the personal links that sellers have opened who are not the clients' any more. Absent: the
     * offer waits. */
    renew_links: z.optional(flag),
  }),
  /** `seen_links`: of the moved clients, whose link such a seller has opened. */
  data: z.object({ moved: z.int(), seen_links: z.int(), undo_id: z.nullable(id) }),
})
export const listLinkOffers = endpoint('GET /api/v2/link_offers', {
  does: 'Clientes cujo link pessoal foi aberto por um vendedor que não é mais o deles',
  levels: [1],
  /** `sellers`: those who opened it; '' where one was removed. */
  data: z.array(z.object({ id, name: z.string(), sellers: z.array(z.string()) })),
})
export const answerLinkOffers = endpoint('POST /api/v2/link_offers', {
  does: 'Trocar ou manter os links pessoais que vendedores anteriores abriram',
  levels: [1],
  body: z.object({
    ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(10_000, 'long'))),
    renew: flag,
  }),
  data: z.object({ clients: z.int() }),
})
/** `token` and `url` are null while the link is taken back. */
const linkShape = z.object({
  token: z.nullable(z.string()),
  url: z.nullable(z.string()),
  revoked_at: z.nullable(moment),
})
export const readLink = endpoint('GET /api/v2/clients/:id/link', {
  does: 'O link pessoal do cliente, que abre a sessão dele',
  levels: [1, 2],
  params: z.object({ id }),
  data: linkShape,
})
export const renewLink = endpoint('POST /api/v2/clients/:id/link', {
  does: 'Trocar o link pessoal, ou criar outro depois de revogado: quem entrou pelo antigo sai na hora',
  levels: [1, 2],
  params: z.object({ id }),
  data: linkShape,
})
export const revokeLink = endpoint('DELETE /api/v2/clients/:id/link', {
  does: 'Revogar o link pessoal sem criar outro: quem entrou por ele sai na hora',
  levels: [1, 2],
  params: z.object({ id }),
  data: linkShape,
})
