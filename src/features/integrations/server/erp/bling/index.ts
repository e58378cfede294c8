// Products of Bling: a list shows stock of one sign only, so that three are read; what matters stands in each product's detail.
import { readAll, rowsOf } from '../lists.ts'
import { type Connector, type Context, ErpFailure, Gone, type ErpProduct, type Page } from '../types.ts'
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
import { ask, readPage, tokens } from './call.ts'
import { blingOrders } from './orders.ts'

/** filtroSaldoEstoque: above zero, zero, below zero. There is no "all"; a cursor without it stands in the first. */
const SIGNS = [1, 0, 2]
const YEAR_MS = 364 * 86_400_000

export const bling: Connector = {
  orders: blingOrders,
  gap: 400,
  timeout: 30_000,
  async page(c, cursor): Promise<Page> {
    const n = Number(cursor?.page ?? 1)
    const oldest = new Date(c.now.getTime() - YEAR_MS)
    const since = c.since && wallClock(c.since > oldest ? c.since : oldest)
    const sign = Number(cursor?.sign ?? SIGNS[0])
    const { rows, more } = await readPage(c, '/produtos', n, {
      criterio: 5,
      tipo: 'P',
      filtroSaldoEstoque: sign,
      ...(since && { dataAlteracaoInicial: `${since.day} ${since.time}` }),
    })
    const products: ErpProduct[] = []
    // A variation stands inside its product's detail. One that changed may not say so at its product.
    const parents = since ? rows.map((r) => idOf(r.idProdutoPai)) : []
    const ids = rows.map((r) => (idOf(r.idProdutoPai) ? '' : idOf(r.id)))
    for (const id of new Set([...ids, ...parents].filter(Boolean))) {
      try {
        const [detail] = rowsOf(c, await ask(c, `/produtos/${id}`), 'data')
        products.push(product(c, row(detail)))
      } catch (error) {
        // Deleted there since the list was read.
        if (!(error instanceof Gone)) throw error
      }
    }
    const following = SIGNS[SIGNS.indexOf(sign) + 1]
    const after = following === undefined ? null : { page: 1, sign: following }
    return { products, next: more ? { page: n + 1, sign } : after }
  },
  async categories(c) {
    const rows = await readAll(c, (n) => readPage(c, '/categorias/produtos', n))
    return rows.map((r) => ({
      id: idOf(r.id),
      name: nameOf(r.descricao, idOf(r.id)),
      parent_id: idOf(row(r.categoriaPai).id) || null,
    }))
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
const isOn = (situation: unknown) => word(situation) === 'A'
const stockOf = (r: Row) => piecesOf(row(r.estoque).saldoVirtualTotal)
function product(c: Context, r: Row): ErpProduct {
  const id = idOf(r.id)
  const media = row(row(r.midia).imagens)
  const outside = list(media.externas).map((i) => i.link)
  const inside = list(media.internas).map((i) => i.link ?? i.linkMiniatura)
  const category = idOf(row(r.categoria).id)
  // A product with variations that comes without their list is not one that is sold without them.
  const all = word(r.formato) === 'V' ? rowsOf(c, r, 'variacoes') : list(r.variacoes)
  const own = all.filter((v) => Object.keys(specsOf(row(v.variacao).nome)).length > 0)
  const on = own.filter((v) => isOn(v.situacao ?? 'A'))
  const variations = on.map((v) => ({
    external_id: idOf(v.id),
    specs: specsOf(row(v.variacao).nome),
    code: codeOf(v.codigo),
    ean: gtinOf(v.gtin),
    price: centsOf(v.preco),
    stock: stockOf(v),
  }))
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
      // Without any variation that is on there is nothing to choose.
      active: isOn(r.situacao) && (own.length === 0 || on.length > 0),
      stock: own.length ? null : stockOf(r),
    },
    categories: category ? [{ id: category, name: '' }] : [],
    variations,
    // Addresses of Bling's own pictures carry a signature that expires.
    photos: photosOf(outside.length ? outside : inside.length ? inside : [r.imagemURL], (u) => u.split('?')[0] ?? u),
  }
}
