// TagPlus API 2.0 by its lasting key: bare lists, fewer rows than asked end them.
import { Again, type Connector, type Context, ErpFailure, type ErpProduct, type Page, type Reply } from './types.ts'
import { centsOf, codeOf, gtinOf, idOf, list, nameOf, photosOf, piecesOf, type Row, row, wallClock, word, wordsOf, yes } from './values.ts'

const ROWS = 100
const FIELDS =
  'id,codigo,codigo_barras,descricao,descricao_curta,descricao_longa,ativo,comercializavel,categoria,valor_venda_varejo,valor_oferta,estoque,qtd_revenda,imagem_principal,imagens,data_alteracao'
function judge({ status, json }: Reply): Row[] {
  if (status < 300 && Array.isArray(json)) return list(json)
  const error = row(json)
  const why = word(error.message)
  if (status === 402) throw new ErpFailure('credentials', `O TagPlus suspendeu as consultas: ${why || 'há um pagamento pendente'}.`)
  if (status === 401 || status === 403) throw new ErpFailure('credentials', `O TagPlus recusou a chave${why ? `: ${why}` : ''}. Confira a chave e o que ela permite.`)
  if (status === 429) throw new Again(5)
  if (status >= 400 && status < 500) throw new ErpFailure('refused', `O TagPlus não aceitou a consulta: ${why || status}`)
  throw new Again()
}
const ask = (c: Context, path: string, query: Record<string, string | number | undefined>) =>
  c.ask({ path, query, headers: { apikey: c.secrets.api_key ?? '', 'x-api-version': '2.0' } }, judge)

export const tagplus: Connector = {
  gap: 500,
  timeout: 30_000,
  async page(c, cursor): Promise<Page> {
    const n = Number(cursor?.page ?? 1)
    const since = c.since && wallClock(c.since)
    const rows = await ask(c, '/produtos', { page: n, per_page: ROWS, sort: 'id', fields: FIELDS, ...(since && { since: `${since.day} ${since.time}` }) })
    return { products: rows.map(product), next: rows.length === ROWS ? { page: n + 1 } : null }
  },
  async categories(c) {
    const found = []
    for (let n = 1; n <= 50; n++) {
      const rows = await ask(c, '/categorias', { page: n, per_page: ROWS, sort: 'id', fields: '*' })
      found.push(...rows.map((r) => ({ id: idOf(r.id), name: nameOf(r.descricao, idOf(r.id)), parent_id: idOf(row(r.categoria_mae).id) || null })))
      if (rows.length < ROWS) break
    }
    return found
  },
}
function product(r: Row): ErpProduct {
  const id = idOf(r.id)
  const category = row(r.categoria)
  const first = row(r.imagem_principal).url
  return {
    external_id: id,
    values: {
      name: nameOf(r.descricao, `Produto ${id}`),
      code: codeOf(r.codigo),
      ean: gtinOf(r.codigo_barras),
      price: centsOf(r.valor_venda_varejo),
      price_promo: centsOf(r.valor_oferta),
      description: wordsOf(r.descricao_curta),
      additional_text: wordsOf(r.descricao_longa),
      active: yes(r.ativo) && yes(r.comercializavel ?? true),
      stock: piecesOf(row(r.estoque).qtd_revenda ?? r.qtd_revenda),
    },
    categories: idOf(category.id) ? [{ id: idOf(category.id), name: nameOf(category.descricao, '') }] : [],
    variations: null,
    photos: photosOf([first, ...list(r.imagens).map((i) => i.url)]),
  }
}
