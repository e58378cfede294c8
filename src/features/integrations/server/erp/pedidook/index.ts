// Products of PedidoOK: each page names the next one by a whole address, categories are words.
import { fold } from '#features/products/search.ts'
import { type Connector, type Context, ErpFailure, type ErpProduct, type Page } from '../types.ts'
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
} from '../values.ts'
import { askAt } from './call.ts'
import { pedidookOrders } from './orders.ts'

const ask = (c: Context, query: Record<string, string | number | undefined>) => askAt(c, '/produtos/', query)
/** The next page's query, when its address is this ERP's own: another one would be sent the tokens. */
function nextOf(c: Context, link: unknown): Record<string, string> | null {
  if (!word(link)) return null
  const url = new URL(word(link), c.base)
  if (url.origin !== new URL(c.base).origin || !url.pathname.endsWith('/produtos/'))
    throw new ErpFailure('refused', 'O PedidoOK indicou uma página em outro endereço. Paramos por segurança.')
  return Object.fromEntries(url.searchParams)
}
export const pedidook: Connector = {
  named: true,
  orders: pedidookOrders,
  gap: 500,
  timeout: 30_000,
  async page(c, cursor): Promise<Page> {
    const since = c.since && wallClock(c.since)
    const answer = await ask(
      c,
      cursor
        ? (cursor as Record<string, string>)
        : { pagina: 1, ...(since && { alterado_apos: `${since.day}T${since.time}` }) },
    )
    return { products: list(answer.produtos).map(product), next: nextOf(c, answer.href_proxima_pagina) }
  },
  /** There is no list of categories: they are the words that products carry. */
  async categories(c) {
    const found = new Map<string, { id: string; name: string }>()
    let query: Record<string, string | number> | null = { pagina: 1, excluido: 'false' }
    for (let n = 0; query && n < 200; n++) {
      const answer: Row = await ask(c, query)
      for (const k of list(answer.produtos).flatMap((r) => categoriesOf(r))) found.set(k.id, k)
      query = nextOf(c, answer.href_proxima_pagina)
    }
    return [...found.values()]
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
    variations: [...new Set(grades)].map((g) => ({
      specs: { Opção: g.slice(0, 80) },
      code: '',
      ean: '',
      price: null,
      stock: null,
    })),
    photos: [],
  }
}
