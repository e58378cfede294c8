// Products of Bling: lists of a hundred without a total, what matters only in each product's detail.
import { type Connector, ErpFailure, Gone, type ErpProduct, type Page } from '../types.ts'
import {
  centsOf,
  codeOf,
  gtinOf,
  idOf,
  list,
  nameOf,
  photosOf,
  piecesOf,
  type Row,
  row,
  wallClock,
  word,
  wordsOf,
} from '../values.ts'
import { ask, tokens } from './call.ts'
import { blingOrders } from './orders.ts'

const ROWS = 100
const YEAR_MS = 364 * 86_400_000

export const bling: Connector = {
  orders: blingOrders,
  gap: 400,
  timeout: 30_000,
  async page(c, cursor): Promise<Page> {
    const n = Number(cursor?.page ?? 1)
    const oldest = new Date(c.now.getTime() - YEAR_MS)
    const since = c.since && wallClock(c.since > oldest ? c.since : oldest)
    const query = {
      pagina: n,
      limite: ROWS,
      criterio: 5,
      tipo: 'P',
      ...(since && { dataAlteracaoInicial: `${since.day} ${since.time}` }),
    }
    const rows = list((await ask(c, '/produtos', query)).data)
    const products: ErpProduct[] = []
    // A variation stands inside its product's detail.
    for (const r of rows.filter((x) => !idOf(x.idProdutoPai))) {
      try {
        products.push(product(row((await ask(c, `/produtos/${idOf(r.id)}`)).data)))
      } catch (error) {
        // Deleted there since the list was read.
        if (!(error instanceof Gone)) throw error
      }
    }
    return { products, next: rows.length === ROWS ? { page: n + 1 } : null }
  },
  async categories(c) {
    const found = []
    for (let n = 1; n <= 50; n++) {
      const rows = list((await ask(c, '/categorias/produtos', { pagina: n, limite: ROWS })).data)
      found.push(
        ...rows.map((r) => ({
          id: idOf(r.id),
          name: nameOf(r.descricao, idOf(r.id)),
          parent_id: idOf(row(r.categoriaPai).id) || null,
        })),
      )
      if (rows.length < ROWS) break
    }
    return found
  },
  sign: (c, refresh) => {
    if (!refresh) throw new ErpFailure('credentials', 'O Bling ainda não foi conectado. Use o botão Conectar.')
    return tokens(c, { grant_type: 'refresh_token', refresh_token: refresh })
  },
}
/** "Cor:Azul;Tamanho:M" */
const specsOf = (v: unknown) =>
  Object.fromEntries(
    word(v)
      .split(';')
      .map((pair) => pair.split(':').map((x) => x.trim()))
      .flatMap(([name, value]) => (name && value ? [[name.slice(0, 40), value.slice(0, 80)] as const] : [])),
  )
const stockOf = (r: Row) => piecesOf(row(r.estoque).saldoVirtualTotal)
function product(r: Row): ErpProduct {
  const id = idOf(r.id)
  const media = row(row(r.midia).imagens)
  const outside = list(media.externas).map((i) => i.link)
  const inside = list(media.internas).map((i) => i.link ?? i.linkMiniatura)
  const category = idOf(row(r.categoria).id)
  const variations = list(r.variacoes).map((v) => ({
    external_id: idOf(v.id),
    specs: specsOf(row(v.variacao).nome),
    code: codeOf(v.codigo),
    ean: gtinOf(v.gtin),
    price: centsOf(v.preco),
    stock: stockOf(v),
  }))
  const told = variations.filter((v) => Object.keys(v.specs).length > 0)
  return {
    external_id: id,
    values: {
      name: nameOf(r.nome, `Produto ${id}`),
      code: codeOf(r.codigo),
      ean: gtinOf(r.gtin),
      price: centsOf(r.preco),
      price_promo: null,
      description: wordsOf(r.descricaoCurta),
      additional_text: wordsOf(r.descricaoComplementar),
      active: word(r.situacao) === 'A',
      stock: told.length ? null : stockOf(r),
    },
    categories: category ? [{ id: category, name: '' }] : [],
    variations: told,
    // Addresses of Bling's own pictures carry a signature that expires.
    photos: photosOf(outside.length ? outside : inside.length ? inside : [r.imagemURL], (u) => u.split('?')[0] ?? u),
  }
}
