// Sankhya's REST: client credentials with the X-Token of the customer's gateway. Two kinds of lists: most count from page 0
// and say "true" as text in `pagination`, prices count from page 1 and say true at the top. Past the last row both are 404
// RESOURCE_NOT_FOUND. Products without stock are left out of the list of stock.
import { follows, readAll, rowsOf } from './lists.ts'
import { Stale, withToken } from './token.ts'
import { Again, type Connector, type Context, ErpFailure, type ErpProduct, type Page, type Reply } from './types.ts'
import {
  centsOf,
  codeOf,
  gtinOf,
  idOf,
  nameOf,
  piecesOf,
  type Row,
  row,
  wallClock,
  word,
  wordsOf,
  yes,
} from './values.ts'

/** "No row of this entity": 404 as well as a route that is not there, told apart by its code. */
class NoRows extends ErpFailure {}

function judge({ status, json }: Reply): Row {
  const answer = row(json)
  const error = row(answer.error)
  const code = word(error.codigo) || word(error.code) || word(answer.codigo) || word(answer.code)
  if (status === 401 || (status === 403 && code === 'GTW3403')) throw new Stale()
  if (status < 300 && json !== undefined && word(answer.status) !== '0') return answer
  if (code === 'GTW3407')
    throw new ErpFailure(
      'credentials',
      'O Sankhya recusou a entrada no ERP. Confira o X-Token em Configurações Gateway.',
    )
  if (status === 429) throw new Again(5)
  const why = word(error.descricao) || word(answer.statusMessage) || word(error.message)
  if (status >= 400 && status < 500 && !/^GTW(2508|3003|3500)$/.test(code))
    throw new (status === 404 && code === 'RESOURCE_NOT_FOUND' ? NoRows : ErpFailure)(
      'refused',
      `O Sankhya não aceitou a consulta: ${why || status}`,
    )
  throw new Again()
}
async function ask(c: Context, path: string, query: Record<string, string | number | undefined>): Promise<Row> {
  const get = (token: string) =>
    c.ask({ path, query, headers: { authorization: `Bearer ${token}`, 'x-token': c.secrets.token ?? '' } }, judge)
  return withToken(c, get, 'O Sankhya recusou o acesso. Confira Client ID, Client Secret e X-Token.')
}
interface List {
  path: string
  key: string
  query: Record<string, string | number>
  /** It has a page before this one, with rows. */
  later: boolean
  /** Asked for what changed since a moment: none is an answer. */
  dated?: boolean
  /** What the admin reads when the list has no row at all. */
  none: string
  more: (answer: Row) => boolean
}
/** One page. None left is the end after a page with rows, and "nothing changed" of a dated read. A list without any row is
 * no news to act on: it throws. */
async function readPage(c: Context, l: List): Promise<{ rows: Row[]; more: boolean }> {
  try {
    const answer = await ask(c, l.path, l.query)
    const rows = rowsOf(c, answer, l.key)
    return { rows, more: follows(c, rows, l.more(answer)) }
  } catch (error) {
    if (!(error instanceof NoRows)) throw error
    if (!l.later && !l.dated) throw new ErpFailure('refused', l.none)
    return { rows: [], more: false }
  }
}
const LISTS = {
  products: { path: '/v1/produtos', key: 'produtos', none: 'O Sankhya não mostrou nenhum produto.' },
  groups: { path: '/v1/grupos-produto', key: 'grupos', none: 'O Sankhya não mostrou nenhum grupo de produtos.' },
  stock: {
    path: '/v1/estoque/produtos',
    key: 'estoque',
    none: 'O Sankhya não mostrou nenhum estoque. Se ele não é contado lá, ligue Ignorar estoque.',
  },
}
/** Page `n` from 0 of most lists; `since` is written as Sankhya reads it, in Brazil's time. */
const readRest = (c: Context, which: keyof typeof LISTS, n: number, since: Date | null = null) => {
  const at = since && wallClock(since)
  return readPage(c, {
    ...LISTS[which],
    query: { page: n, ...(at && { modifiedSince: `${at.dmy} ${at.time}` }) },
    later: n > 0,
    dated: since !== null,
    more: (answer) => yes(row(answer.pagination).hasMore),
  })
}
/** Page `n` from 1 of a price table. */
const readPrices = (c: Context, n: number) => {
  const table = /^\d+$/.test(c.id_system) ? c.id_system : '0'
  return readPage(c, {
    path: `/v1/precos/tabela/${table}`,
    key: 'produtos',
    query: { pagina: n },
    later: n > 1,
    none: `O Sankhya não mostrou preços na tabela ${table}. Confira a tabela de preços.`,
    more: (answer) => yes(answer.temMaisRegistros),
  })
}
export const sankhya: Connector = {
  gap: 100,
  timeout: 130_000,
  async page(c, cursor): Promise<Page> {
    const at = word(cursor?.list) || 'products'
    const n = Number(cursor?.page ?? 0)
    if (at === 'products') {
      const { rows, more } = await readRest(c, 'products', n, c.since)
      return { products: rows.map(product), next: more ? { list: at, page: n + 1 } : { list: 'prices', page: 1 } }
    }
    if (at === 'prices') {
      const { rows, more } = await readPrices(c, n)
      // Several rows a product (unit, place, lot): the plain one of its own unit.
      const plain = rows.filter((r) => !word(r.controle))
      const prices = plain.map((r): [string, number | null, string] => [
        idOf(r.codigoProduto),
        centsOf(r.valor),
        word(r.unidade),
      ])
      const next = more ? { list: at, page: n + 1 } : c.ignore_stock ? null : { list: 'stock', page: 0 }
      // A table without any price is a mistyped one: it takes no price away.
      return { prices, next, ...(!more && (rows.length > 0 || n > 1) && { ends: 'price' as const }) }
    }
    const { rows, more } = await readRest(c, 'stock', n)
    const stock = rows.map((r): [string, number] => [idOf(r.codigoProduto), piecesOf(r.estoque) ?? 0])
    return { stock, ...(!more && { ends: 'stock' as const }), next: more ? { list: at, page: n + 1 } : null }
  },
  async categories(c) {
    const rows = await readAll(c, (n) => readRest(c, 'groups', n), 0)
    return rows
      .filter((r) => yes(r.ativo ?? true))
      .map((r) => ({
        id: idOf(r.codigoGrupoProduto),
        name: nameOf(r.nome, idOf(r.codigoGrupoProduto)),
        level: piecesOf(r.grau),
        parent_id: idOf(r.codigoGrupoProdutoPai) || null,
      }))
  },
  sign: (c) =>
    c.ask(
      {
        method: 'POST',
        path: '/authenticate',
        once: true,
        headers: { 'x-token': c.secrets.token ?? '' },
        form: {
          grant_type: 'client_credentials',
          client_id: c.secrets.api_key ?? '',
          client_secret: c.secrets.additional_field_1 ?? '',
        },
      },
      ({ status, json }) => {
        const t = row(json)
        if (status < 300 && word(t.access_token))
          return { access: word(t.access_token), expires_in: Number(t.expires_in ?? 1800) }
        if (status >= 400 && status < 500 && status !== 429)
          throw new ErpFailure('credentials', 'O Sankhya recusou o acesso. Confira Client ID, Client Secret e X-Token.')
        throw new Again(status === 429 ? 5 : 0)
      },
    ),
}
function product(r: Row): ErpProduct {
  const id = idOf(r.codigoProduto)
  const group = idOf(r.codigoGrupoProduto)
  return {
    external_id: id,
    values: {
      name: nameOf([word(r.nome), word(r.complemento)].filter(Boolean).join(' '), `Produto ${id}`),
      code: codeOf(id),
      ean: gtinOf(r.referencia),
      price_promo: null,
      description: wordsOf(r.caracteristicas),
      additional_text: '',
      active: yes(r.ativo ?? true),
      multiple: Math.max(1, piecesOf(r.agrupamentoMinimo) ?? 1),
    },
    unit: word(r.volume),
    categories: group ? [{ id: group, name: nameOf(r.nomeGrupoProduto, '') }] : [],
    variations: [],
    photos: [],
  }
}
