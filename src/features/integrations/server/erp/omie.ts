// Omie: one POST for everything, {call, app_key, app_secret, param: [{…}]}; failures are HTTP 500 with a fault inside.
import type { ErpCategory } from '../../contract.ts'
import { Again, type Connector, type Context, type Cursor, ErpFailure, type ErpProduct, type Page, type Reply } from './types.ts'
import { centsOf, codeOf, gtinOf, idOf, list, nameOf, photosOf, piecesOf, type Row, row, wallClock, word, wordsOf, yes } from './values.ts'

const ROWS = 200
/** Answers past the last row, and for an empty list. */
class NoRows extends Error {}

function judge({ status, json }: Reply): Row {
  const answer = row(json)
  const fault = word(answer.faultstring)
  const code = word(answer.faultcode)
  if (status < 300 && !fault && json !== undefined) return answer
  if (/5113/.test(code)) throw new NoRows()
  const seconds = Number(/(\d+) segundo/.exec(fault)?.[1] ?? 0)
  if (status === 425 || /consumo indevido/i.test(fault)) throw new ErpFailure('wait', 'O Omie bloqueou as consultas por um tempo. Voltamos sozinhos.', (seconds || 1800) + 10)
  if (/REDUNDANT|redundante/i.test(fault)) throw new Again((seconds || 60) + 2)
  if (/Client-1880/.test(code) || /sendo executada/i.test(fault)) throw new Again(10)
  if (status === 429) throw new Again(10)
  if (/chave de acesso|app_key|aplicativo est[áa] suspenso/i.test(fault)) throw new ErpFailure('credentials', `O Omie recusou a chave: ${fault.replace(/^ERROR:\s*/, '')}`)
  // A fault that names a field is ours to mend: asking again changes nothing.
  if (/\bTag \[|preenchimento da tag/i.test(fault)) throw new ErpFailure('refused', `O Omie não aceitou a consulta: ${fault.replace(/^ERROR:\s*/, '')}`)
  throw new Again()
}
const ask = (c: Context, path: string, call: string, param: object) =>
  c.ask({ method: 'POST', path: `/${path}/`, json: { call, app_key: c.secrets.api_key ?? '', app_secret: c.secrets.additional_field_1 ?? '', param: [param] } }, judge)
/** Rows of page `n` and whether another follows; the totals are the first dialect's or the second's. */
async function readPage(c: Context, path: string, call: string, param: object, key: string, n: number): Promise<{ rows: Row[]; more: boolean }> {
  try {
    const answer = await ask(c, path, call, param)
    return { rows: list(answer[key]), more: n < Number(answer.total_de_paginas ?? answer.nTotPaginas ?? 0) }
  } catch (error) {
    // "No rows for this page" ends a list at its beginning or past its end.
    if (error instanceof NoRows) return { rows: [], more: false }
    throw error
  }
}
async function all(c: Context, path: string, call: string, more: object, key: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let n = 1; n <= 50; n++) {
    const read = await readPage(c, path, call, { pagina: n, registros_por_pagina: ROWS, ...more }, key, n)
    rows.push(...read.rows)
    if (!read.more) break
  }
  return rows
}

export const omie: Connector & { incomeCategories(c: Context): Promise<ErpCategory[]>; accounts(c: Context): Promise<ErpCategory[]> } = {
  gap: 300,
  timeout: 30_000,
  async page(c, cursor: Cursor | null): Promise<Page> {
    const n = Number(cursor?.page ?? 1)
    if (cursor?.list === 'stock') {
      const param = { nPagina: n, nRegPorPagina: ROWS, dDataPosicao: wallClock(c.now).dmy, cExibeTodos: 'S' }
      const { rows, more } = await readPage(c, 'estoque/consulta', 'ListarPosEstoque', param, 'produtos', n)
      const stock = rows.map((r): [string, number] => [idOf(r.nCodProd), piecesOf(Number(r.fisico ?? r.nSaldo ?? 0) - Number(r.reservado ?? 0)) ?? 0])
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
    return rows.filter((r) => !yes(r.inativo)).map((r) => ({ id: idOf(r.codigo), name: nameOf(r.nomeFamilia, idOf(r.codigo)) }))
  },
  /** What an order's income is booked under; no categories of products. */
  async incomeCategories(c) {
    const rows = await all(c, 'geral/categorias', 'ListarCategorias', { filtrar_por_tipo: 'R' }, 'categoria_cadastro')
    return rows.map((r) => ({ id: idOf(r.codigo), name: nameOf(r.descricao, idOf(r.codigo)) }))
  },
  async accounts(c) {
    const rows = await all(c, 'geral/contacorrente', 'ListarContasCorrentes', { apenas_importado_api: 'N', filtrar_apenas_ativo: 'S' }, 'ListarContasCorrentes')
    return rows.map((r) => ({ id: idOf(r.nCodCC), name: nameOf(r.descricao, idOf(r.nCodCC)) }))
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
    variations: null,
    photos: photosOf(list(r.imagens).map((i) => i.url_imagem)),
  }
}
