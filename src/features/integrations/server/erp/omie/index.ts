// Products, families and stock of Omie.
import type { Connector, Cursor, ErpProduct, Page } from '../types.ts'
import {
  centsOf,
  codeOf,
  gtinOf,
  idOf,
  list,
  nameOf,
  numberOf,
  photosOf,
  piecesOf,
  type Row,
  wallClock,
  wordsOf,
  yes,
} from '../values.ts'
import { all, readPage, ROWS } from './call.ts'
import { omieOrders } from './orders.ts'

export const omie: Connector = {
  orders: omieOrders,
  gap: 300,
  timeout: 30_000,
  async page(c, cursor: Cursor | null): Promise<Page> {
    const n = Number(cursor?.page ?? 1)
    if (cursor?.list === 'stock') {
      const param = { nPagina: n, nRegPorPagina: ROWS, dDataPosicao: wallClock(c.now).dmy, cExibeTodos: 'S' }
      const { rows, more } = await readPage(c, 'estoque/consulta', 'ListarPosEstoque', param, 'produtos', n)
      // A row without a readable figure says nothing of the pieces, and takes none away.
      const stock = rows.flatMap((r): [string, number][] => {
        const pieces = piecesOf(numberOf(r.fisico ?? r.nSaldo) - (numberOf(r.reservado) || 0))
        return pieces === null ? [] : [[idOf(r.nCodProd), pieces]]
      })
      return { stock, next: more ? { list: 'stock', page: n + 1 } : null }
    }
    const since = c.since && wallClock(c.since)
    const param = {
      pagina: n,
      registros_por_pagina: ROWS,
      apenas_importado_api: 'N',
      filtrar_apenas_omiepdv: 'N',
      ...(since && { filtrar_por_data_de: since.dmy, filtrar_por_hora_de: since.time }),
    }
    const { rows, more } = await readPage(c, 'geral/produtos', 'ListarProdutos', param, 'produto_servico_cadastro', n)
    const next = more ? { list: 'products', page: n + 1 } : c.ignore_stock ? null : { list: 'stock', page: 1 }
    // What only groups variations is not sold itself.
    return { products: rows.filter((r) => !yes(r.produto_variacao)).map(product), next }
  },
  async categories(c) {
    const rows = await all(c, 'geral/familias', 'PesquisarFamilias', {}, 'famCadastro')
    return rows
      .filter((r) => !yes(r.inativo))
      .map((r) => ({ id: idOf(r.codigo), name: nameOf(r.nomeFamilia, idOf(r.codigo)) }))
  },
}
function product(r: Row): ErpProduct {
  const id = idOf(r.codigo_produto)
  const family = idOf(r.codigo_familia)
  return {
    external_id: id,
    values: {
      name: nameOf(r.descricao, `Produto ${id}`),
      code: codeOf(r.codigo),
      ean: gtinOf(r.ean),
      price: centsOf(r.valor_unitario),
      price_promo: null,
      description: wordsOf(r.descr_detalhada),
      additional_text: '',
      active: !yes(r.inativo) && !yes(r.bloqueado),
    },
    categories: family ? [{ id: family, name: nameOf(r.descricao_familia, '') }] : [],
    variations: [],
    photos: photosOf(list(r.imagens).map((i) => i.url_imagem)),
  }
}
