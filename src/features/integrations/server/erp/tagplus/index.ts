// Products of TagPlus.
import { readAll } from '../lists.ts'
import type { Connector, ErpProduct, Page } from '../types.ts'
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
  wordsOf,
  yes,
} from '../values.ts'
import { readPage } from './call.ts'
import { tagplusOrders } from './orders.ts'

const FIELDS =
  'id,codigo,codigo_barras,descricao,descricao_curta,descricao_longa,ativo,comercializavel,categoria,valor_venda_varejo,valor_oferta,estoque,qtd_revenda,imagem_principal,imagens,data_alteracao'

export const tagplus: Connector = {
  orders: tagplusOrders,
  gap: 500,
  timeout: 30_000,
  async page(c, cursor): Promise<Page> {
    const n = Number(cursor?.page ?? 1)
    const since = c.since && wallClock(c.since)
    const { rows, more } = await readPage(c, '/produtos', n, {
      fields: FIELDS,
      ...(since && { since: `${since.day} ${since.time}` }),
    })
    return { products: rows.map(product), next: more ? { page: n + 1 } : null }
  },
  async categories(c) {
    const rows = await readAll(c, (n) => readPage(c, '/categorias', n, { fields: '*' }))
    return rows.map((r) => ({
      id: idOf(r.id),
      name: nameOf(r.descricao, idOf(r.id)),
      parent_id: idOf(row(r.categoria_mae).id) || null,
    }))
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
    variations: [],
    photos: photosOf([first, ...list(r.imagens).map((i) => i.url)]),
  }
}
