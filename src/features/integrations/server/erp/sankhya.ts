// Sankhya's REST: client credentials with the X-Token of the customer's gateway, 50 rows a
// page, "true" as text, another first page for each list; products without stock are left out of the list of stock.
import { Stale, withToken } from './token.ts'
import { Again, type Connector, type Context, ErpFailure, type ErpProduct, type Page, type Reply } from './types.ts'
import {
  centsOf,
  codeOf,
  gtinOf,
  idOf,
  list,
  nameOf,
  piecesOf,
  type Row,
  row,
  wallClock,
  word,
  wordsOf,
  yes,
} from './values.ts'

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
    throw new ErpFailure('refused', `O Sankhya não aceitou a consulta: ${why || status}`)
  throw new Again()
}
async function ask(c: Context, path: string, query: Record<string, string | number | undefined>): Promise<Row> {
  const get = (token: string) =>
    c.ask({ path, query, headers: { authorization: `Bearer ${token}`, 'x-token': c.secrets.token ?? '' } }, judge)
  return withToken(c, get, 'O Sankhya recusou o acesso. Confira Client ID, Client Secret e X-Token.')
}
/** One page of a list that names itself `key`; another follows only when the answer says "true". */
async function readPage(c: Context, path: string, query: Record<string, string | number | undefined>, key: string) {
  const answer = await ask(c, path, query)
  // The list's name is sure for products only.
  const rows = list(answer[key] ?? Object.values(answer).find(Array.isArray))
  return { rows, more: rows.length > 0 && word(row(answer.pagination).hasMore) === 'true' }
}
export const sankhya: Connector = {
  gap: 100,
  timeout: 130_000,
  async page(c, cursor): Promise<Page> {
    const at = word(cursor?.list) || 'products'
    const n = Number(cursor?.page ?? 0)
    if (at === 'products') {
      const since = c.since && wallClock(c.since)
      const { rows, more } = await readPage(
        c,
        '/v1/produtos',
        { page: n, ...(since && { modifiedSince: `${since.day}T${since.time}` }) },
        'produtos',
      )
      return { products: rows.map(product), next: more ? { list: at, page: n + 1 } : { list: 'prices', page: 1 } }
    }
    if (at === 'prices') {
      const { rows, more } = await readPage(
        c,
        `/v1/precos/tabela/${/^\d+$/.test(c.id_system) ? c.id_system : 0}`,
        { pagina: n },
        'precos',
      )
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
    const { rows, more } = await readPage(c, '/v1/estoque/produtos', { page: n }, 'estoque')
    const stock = rows.map((r): [string, number] => [idOf(r.codigoProduto), piecesOf(r.estoque) ?? 0])
    return { stock, ...(!more && { ends: 'stock' as const }), next: more ? { list: at, page: n + 1 } : null }
  },
  async categories(c) {
    const found = []
    for (let n = 0; n < 200; n++) {
      const { rows, more } = await readPage(c, '/v1/grupos-produto', { page: n }, 'grupos')
      for (const r of rows)
        if (yes(r.ativo ?? true))
          found.push({
            id: idOf(r.codigoGrupoProduto),
            name: nameOf(r.nome, idOf(r.codigoGrupoProduto)),
            level: piecesOf(r.grau),
            parent_id: idOf(r.codigoGrupoProdutoPai) || null,
          })
      if (!more) break
    }
    return found
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
