// The simulated Sankhya.
import { KEYS } from '../erp_keys.ts'
import {
  type Answer,
  type Asked,
  changedAt,
  type ErpSimulator,
  type Row,
  shown,
  slice,
  unknownFields,
} from '../erp_shapes.ts'

/** Sankhya as measured on its sandbox on 2026-08-29 (github.com/gabrielnfc/sankhya-sales-sdk,
 * docs/superpowers/specs/2026-08-29-paginacao-degradada-design.md, read on 2026-11-27): three list contracts, one row as an
 * object, 404 RESOURCE_NOT_FOUND where nothing is left, Brazilian dates. */
export function sankhya(s: ErpSimulator, a: Asked): Answer {
  if (a.headers['x-token'] !== KEYS.sankhya.token)
    return [401, { error: { codigo: 'GTW0001', descricao: 'X-Token inválido' } }]
  if (a.path === '/authenticate') {
    const form = new URLSearchParams(a.body)
    if (form.get('client_id') !== KEYS.sankhya.api_key || form.get('client_secret') !== KEYS.sankhya.additional_field_1)
      return [401, { error: { codigo: 'GTW0002', descricao: 'Credenciais inválidas' } }]
    s.sankhya.token = `sessao-${++s.sankhya.sessions}`
    return [200, { access_token: s.sankhya.token, expires_in: 1800, refresh_expires_in: 0, token_type: 'Bearer' }]
  }
  if (a.headers.authorization !== `Bearer ${s.sankhya.token}`)
    return [403, { error: { codigo: 'GTW3403', descricao: 'Token expirado' } }]
  const refuse = (status: number, code: string, message: string): Answer => [status, { error: { code, message } }]
  const table = /^\/v1\/precos\/tabela\/(\d+)$/.exec(a.path)?.[1]
  if (table !== undefined) {
    const page = Number(a.query.get('pagina') ?? Number.NaN)
    if (!(page >= 1)) return refuse(400, 'BAD_REQUEST', 'Página inválida')
    const rows = s.sankhya.prices.filter((r) => (r._table ?? 0) === Number(table))
    const shownRows = slice(rows, page, s.hostile.mostRows ?? 50)
    if (shownRows.length === 0) return noneLeft('Preço')
    return [
      200,
      {
        codigo: '200',
        pagina: page,
        numeroRegistros: shownRows.length,
        temMaisRegistros: page * (s.hostile.mostRows ?? 50) < rows.length,
        tipo: 'Processamento realizado',
        mensagem: 'Consulta realizada com sucesso!',
        produtos: oneOrMany(shownRows),
      },
    ]
  }
  const lists: Record<string, { key: string; knows: string; rows: Row[] }> = {
    '/v1/produtos': { key: 'produtos', knows: 'page modifiedSince', rows: s.sankhya.products },
    '/v1/grupos-produto': { key: 'grupos', knows: 'page modifiedSince', rows: s.sankhya.groups },
    '/v1/estoque/produtos': { key: 'estoque', knows: 'page', rows: s.sankhya.stock },
  }
  const l = lists[a.path]
  if (!l) return refuse(404, 'NOT_FOUND', 'Recurso não encontrado')
  const [odd] = unknownFields(a.query.keys(), l.knows)
  if (odd) return refuse(400, 'BAD_REQUEST', `Parâmetro desconhecido: ${odd}`)
  const since = a.query.get('modifiedSince')
  const asked = since === null ? null : /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d:\d\d))?$/.exec(since)
  if (since !== null && !asked)
    return refuse(400, 'BAD_REQUEST', 'ORA-01861: o literal não corresponde à string de formato')
  const from = asked ? `${asked[3]}-${asked[2]}-${asked[1]} ${asked[4] ?? '00:00:00'}` : ''
  const rows = l.rows.filter((r) => changedAt(r) >= from)
  // A page of stock counts products; its rows are the places of each.
  const units: Row[][] = []
  for (const r of rows)
    if (l.key === 'estoque' && units.at(-1)?.[0]?.codigoProduto === r.codigoProduto) units.at(-1)?.push(r)
    else units.push([r])
  const size = s.hostile.mostRows ?? 50
  const n = Number(a.query.get('page') ?? 0)
  const found = units.slice(n * size, (n + 1) * size)
  if (found.length === 0) return noneLeft(l.key)
  return [
    200,
    {
      [l.key]: oneOrMany(found.flat().map(shown)),
      pagination: {
        page: String(n),
        offset: String(n * size),
        total: String(found.length),
        hasMore: String((n + 1) * size < units.length),
      },
    },
  ]
}
const oneOrMany = (rows: Row[]) => (rows.length === 1 ? rows[0] : rows)
const noneLeft = (entity: string): Answer => [
  404,
  { error: { code: 'RESOURCE_NOT_FOUND', message: `Nenhum registro da entidade ${entity} foi encontrado` } },
]
