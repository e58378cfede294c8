// Products of PedidoOK: each page names the next one by a whole address, categories are words.
import { fold } from '#features/products/search.ts'
import type { Connector, ErpProduct, Page } from '../types.ts'
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
} from '../values.ts'
import { all, readPage } from './call.ts'
import { pedidookOrders } from './orders.ts'

export const pedidook: Connector = {
  named: true,
  orders: pedidookOrders,
  gap: 500,
  timeout: 30_000,
  async page(c, cursor): Promise<Page> {
    const since = c.since && wallClock(c.since)
    const first = { pagina: 1, ...(since && { alterado_apos: `${since.day}T${since.time}` }) }
    const { rows, next } = await readPage(c, 'produtos', cursor ? (cursor as Record<string, string>) : first)
    return { products: rows.map(product), next }
  },
  /** There is no list of categories: they are the words that products carry. */
  async categories(c) {
    const words = (await all(c, 'produtos')).flatMap(categoriesOf)
    return [...new Map(words.map((k) => [k.id, k])).values()]
  },
}
const categoriesOf = (r: Row) =>
  word(r.categoria) ? [{ id: fold(word(r.categoria)).replaceAll(',', ' '), name: nameOf(r.categoria, '') }] : []
function product(r: Row): ErpProduct {
  const id = idOf(r.id)
  const grades = Array.isArray(r.grades) ? r.grades.map((g) => word(g) || word(row(g).tamanho_cor)).filter(Boolean) : []
  const pieces = piecesOf(r.estoque)
  return {
    external_id: id,
    values: {
      name: nameOf(r.nome, `Produto ${id}`),
      code: codeOf(r.codigo),
      ean: gtinOf(r.codigo_barra),
      price: centsOf(r.venda),
      price_promo: null,
      description: wordsOf(r.observacao),
      additional_text: '',
      active: !yes(r.excluido),
      stock: grades.length ? null : pieces,
    },
    categories: categoriesOf(r),
    // Pieces are counted for all grades together: each can sell them all, and none without end.
    variations: [...new Set(grades)].map((g) => ({
      specs: { Opção: g.slice(0, 80) },
      code: '',
      ean: '',
      price: null,
      stock: pieces,
    })),
    photos: [],
  }
}
