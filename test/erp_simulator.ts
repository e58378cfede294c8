// Simulators of five ERPs on loopback, one server, a path for each. They speak the real
// protocols as they are documented (paging, envelopes, faults, tokens) and are strict: an unknown path, field
// or key gets the ERP's own refusal.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { blingOrders, omieOrders, pedidookOrders, tagplusOrders } from './erp_orders_simulator.ts'
import type { Answer, Asked, ErpSimulator, Row } from './erp_shapes.ts'

/** Keys that the simulators take. */
export const KEYS = {
  omie: { api_key: 'omie-key-1234', additional_field_1: 'omie-secret-5678' },
  sankhya: { api_key: 'sankhya-client', additional_field_1: 'sankhya-secret', token: 'sankhya-x-token' },
  tagplus: { api_key: 'tagplus-key-9012' },
  pedidook: { api_key: 'pedidook-token-3456' },
}
export const PLATFORM = { blingId: 'bling-app', blingSecret: 'bling-app-secret', pedidookPartner: 'parceiro-7890' }
/** When a row changed there, on Brazil's clock; rows without it are old. */
const changedAt = (r: Row) => (typeof r._changed === 'string' ? r._changed : '2020-01-01 00:00:00')
const shown = (r: Row): Row => Object.fromEntries(Object.entries(r).filter(([k]) => !k.startsWith('_')))
const slice = (rows: Row[], page: number, size: number) => rows.slice((page - 1) * size, page * size).map(shown)
const unknownFields = (given: Iterable<string>, known: string) =>
  [...given].filter((k) => !known.split(' ').includes(k))

function omie(s: ErpSimulator, a: Asked): Answer {
  const { call, app_key, app_secret, param } = JSON.parse(a.body) as {
    call: string
    app_key: string
    app_secret: string
    param: Row[]
  }
  const refuse = (status: number, faultcode: string, faultstring: string): Answer => [
    status,
    { faultstring: `ERROR: ${faultstring}`, faultcode },
  ]
  if (app_key !== KEYS.omie.api_key || app_secret !== KEYS.omie.additional_field_1)
    return refuse(403, 'SOAP-ENV:Server', 'A chave de acesso está inválida ou o aplicativo está suspenso.')
  const p = param[0] ?? {}
  const taken = omieOrders(s, call, p, refuse)
  if (taken) return taken
  const calls: Record<string, { path: string; knows: string; key: string; rows: () => Row[] }> = {
    ListarProdutos: {
      path: '/geral/produtos/',
      knows:
        'pagina registros_por_pagina apenas_importado_api filtrar_por_data_de filtrar_por_hora_de filtrar_apenas_omiepdv',
      key: 'produto_servico_cadastro',
      rows: () => {
        if (p.filtrar_apenas_omiepdv !== 'N') return []
        const since = p.filtrar_por_data_de
          ? `${String(p.filtrar_por_data_de).split('/').reverse().join('-')} ${String(p.filtrar_por_hora_de)}`
          : ''
        return s.omie.products.filter((r) => changedAt(r) >= since)
      },
    },
    ListarPosEstoque: {
      path: '/estoque/consulta/',
      knows: 'nPagina nRegPorPagina dDataPosicao cExibeTodos',
      key: 'produtos',
      rows: () => s.omie.stock,
    },
    PesquisarFamilias: {
      path: '/geral/familias/',
      knows: 'pagina registros_por_pagina',
      key: 'famCadastro',
      rows: () => s.omie.families,
    },
    ListarCategorias: {
      path: '/geral/categorias/',
      knows: 'pagina registros_por_pagina filtrar_por_tipo',
      key: 'categoria_cadastro',
      rows: () => [{ codigo: '1.01.03', descricao: 'Clientes - Revenda de Mercadoria' }],
    },
    ListarContasCorrentes: {
      path: '/geral/contacorrente/',
      knows: 'pagina registros_por_pagina apenas_importado_api filtrar_apenas_ativo',
      key: 'ListarContasCorrentes',
      rows: () => [{ nCodCC: 427619317, descricao: 'Caixinha', tipo_conta_corrente: 'CX' }],
    },
  }
  const c = calls[call]
  if (!c || c.path !== a.path) return refuse(500, 'SOAP-ENV:Client', `Procedure '${call}' not present`)
  const [odd] = unknownFields(Object.keys(p), c.knows)
  if (odd) return refuse(500, 'SOAP-ENV:Client-8', `Tag [${odd}] não faz parte da estrutura do tipo complexo.`)
  const second = 'nPagina' in p
  const page = Number(second ? p.nPagina : p.pagina)
  const size = Number(second ? p.nRegPorPagina : p.registros_por_pagina)
  const rows = c.rows()
  const pages = Math.ceil(rows.length / size)
  if (page > pages) return refuse(500, 'SOAP-ENV:Client-5113', `Não existem registros para a página [${page}]!`)
  const head = second
    ? { nPagina: page, nTotPaginas: pages, nRegistros: 0, nTotRegistros: rows.length }
    : { pagina: page, total_de_paginas: pages, registros: 0, total_de_registros: rows.length }
  return [200, { ...head, [c.key]: slice(rows, page, size) }]
}
function bling(s: ErpSimulator, a: Asked): Answer {
  const refuse = (status: number, type: string, description: string): Answer => [
    status,
    { error: { type, message: description, description } },
  ]
  if (a.path === '/oauth/token') {
    if (
      a.headers.authorization !==
      `Basic ${Buffer.from(`${PLATFORM.blingId}:${PLATFORM.blingSecret}`).toString('base64')}`
    )
      return refuse(401, 'invalid_client', 'Cliente inválido')
    const form = new URLSearchParams(a.body)
    const byCode =
      form.get('grant_type') === 'authorization_code' && s.bling.code !== '' && form.get('code') === s.bling.code
    const byRefresh = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === s.bling.refresh
    // A used code or an old refresh token ends the user's access.
    if (!byCode && !byRefresh) return refuse(400, 'invalid_grant', 'Refresh token inválido')
    s.bling.code = ''
    s.bling.refreshes++
    s.bling.access = `acesso-${s.bling.refreshes}`
    s.bling.refresh = `renova-${s.bling.refreshes}`
    return [
      200,
      {
        access_token: s.bling.access,
        expires_in: 21_600,
        token_type: 'Bearer',
        scope: '1',
        refresh_token: s.bling.refresh,
      },
    ]
  }
  if (a.headers.authorization !== `Bearer ${s.bling.access}`) return refuse(401, 'UNAUTHORIZED', 'O token expirou')
  const taken = blingOrders(s, a, a.method)
  if (taken) return taken
  const one = /^\/produtos\/(\d+)$/.exec(a.path)?.[1]
  if (one) {
    const found = s.bling.products.find((r) => String(r.id) === one)
    return found ? [200, { data: shown(found) }] : refuse(404, 'RESOURCE_NOT_FOUND', 'Não encontrado')
  }
  const rows =
    a.path === '/produtos' ? s.bling.products : a.path === '/categorias/produtos' ? s.bling.categories : undefined
  const [odd] = unknownFields(a.query.keys(), 'pagina limite criterio tipo dataAlteracaoInicial')
  if (!rows || odd) return refuse(404, 'RESOURCE_NOT_FOUND', 'Não encontrado')
  if (Number(a.query.get('limite')) > 100) return refuse(400, 'VALIDATION_ERROR', 'limite até 100')
  if (a.path === '/produtos' && a.query.get('criterio') !== '5') return [200, { data: [] }]
  const since = a.query.get('dataAlteracaoInicial') ?? ''
  const list = slice(
    rows.filter((r) => changedAt(r) >= since),
    Number(a.query.get('pagina')),
    Number(a.query.get('limite')),
  )
  // The list is short: categories, bar codes, pictures and variations stand in each product's own answer.
  if (a.path === '/produtos')
    return [
      200,
      {
        data: list.map(({ id, idProdutoPai, nome, codigo, preco, situacao, formato }) => ({
          id,
          idProdutoPai,
          nome,
          codigo,
          preco,
          situacao,
          formato,
        })),
      },
    ]
  return [200, { data: list }]
}
/** Sankhya as measured on its sandbox on 2026-08-29 (github.com/gabrielnfc/sankhya-sales-sdk,
 * docs/superpowers/specs/2026-08-29-paginacao-degradada-design.md, read on 2026-11-27): three list contracts, one row as an
 * object, 404 RESOURCE_NOT_FOUND where nothing is left, Brazilian dates. */
function sankhya(s: ErpSimulator, a: Asked): Answer {
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
function tagplus(s: ErpSimulator, a: Asked): Answer {
  const refuse = (status: number, error_code: string, message: string): Answer => [
    status,
    { error_code, message, dev_message: '', data: [] },
  ]
  if (a.headers['x-api-version'] !== '2.0') return refuse(400, 'versao', 'Versão não informada')
  if (a.headers.apikey !== KEYS.tagplus.api_key) return refuse(401, 'nao_autorizado', 'Chave inválida')
  const taken = tagplusOrders(s, a, a.method)
  if (taken) return taken
  const rows = a.path === '/produtos' ? s.tagplus.products : a.path === '/categorias' ? s.tagplus.categories : undefined
  const [odd] = unknownFields(a.query.keys(), 'page per_page sort fields since')
  if (!rows || odd) return refuse(404, 'nao_encontrado', 'Não encontrado')
  const since = a.query.get('since') ?? ''
  return [
    200,
    slice(
      rows.filter((r) => changedAt(r) >= since),
      Number(a.query.get('page')),
      Number(a.query.get('per_page')),
    ),
  ]
}
function pedidook(s: ErpSimulator, a: Asked): Answer {
  const refuse = (status: number, codigo: number, mensagem: string): Answer => [
    status,
    { erros: [{ codigo, mensagem }] },
  ]
  if (a.headers.token_parceiro !== PLATFORM.pedidookPartner) return refuse(401, 3, 'Token do parceiro desconhecido')
  if (a.headers.token_pedidook !== KEYS.pedidook.api_key) return refuse(401, 6, 'Token desconhecido')
  const taken = pedidookOrders(s, a, a.method)
  if (taken) return taken
  if (a.path !== '/produtos/') return refuse(404, 12, 'Não encontrado')
  const since = (a.query.get('alterado_apos') ?? '').replace('T', ' ')
  const page = Number(a.query.get('pagina') ?? 1)
  const rows = s.pedidook.products.filter((r) => changedAt(r) >= since)
  const more = page * 40 < rows.length
  const rest = since ? `&alterado_apos=${a.query.get('alterado_apos')}` : ''
  return [
    200,
    { href_proxima_pagina: more ? `${s.pedidook.link(page + 1)}${rest}` : null, produtos: slice(rows, page, 40) },
  ]
}

/** The answer without its list: any value under any key but lists stays (measured at Sankhya on 2026-08-19). */
export const withoutList = (body: unknown): unknown =>
  Array.isArray(body) ? {} : Object.fromEntries(Object.entries(body as Row).filter(([, v]) => !Array.isArray(v)))
/** The answer with its list empty, all its flags as they were. */
export const emptyList = (body: unknown): unknown =>
  Array.isArray(body)
    ? []
    : Object.fromEntries(Object.entries(body as Row).map(([k, v]) => [k, Array.isArray(v) ? [] : v]))

const ERPS = { omie, bling, sankhya, tagplus, pedidook }
export async function erpSimulator(): Promise<ErpSimulator> {
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b4532a' } })
    .jpeg()
    .toBuffer()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', sim.origin)
    const [, erp = '', ...rest] = url.pathname.split('/')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked: Asked = {
      erp,
      method: request.method ?? 'GET',
      path: `/${rest.join('/')}`,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    sim.journal.push(asked)
    const fault = sim.fault?.(asked)
    if (fault?.cut) return void request.socket.destroy()
    await fault?.held
    if (fault?.late) await new Promise((r) => setTimeout(r, fault.late))
    if (fault?.body !== undefined || fault?.status)
      return void response.writeHead(fault.status ?? 200, fault.headers).end(fault.body ?? '')
    if (erp === 'fotos') {
      if (asked.path.startsWith('/nao-existe')) return void response.writeHead(404).end()
      if (asked.path.startsWith('/pagina'))
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>fora do ar</html>')
      if (asked.path.startsWith('/muda'))
        return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
    }
    // Bling's consent page, whose user says yes at once.
    if (asked.path === '/oauth/authorize') {
      sim.bling.code = `codigo-${++sim.bling.refreshes}`
      return void response
        .writeHead(302, { location: `${sim.bling.callback}?code=${sim.bling.code}&state=${asked.query.get('state')}` })
        .end()
    }
    const [status, answered] = ERPS[erp as keyof typeof ERPS](sim, asked)
    const body = status < 300 && sim.hostile.bend ? sim.hostile.bend(asked, answered) : answered
    if (fault?.lost) return void request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
  }
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => request.socket.destroy()),
  ).listen(0, '127.0.0.1')
  await new Promise((r) => server.once('listening', r))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sim: ErpSimulator = {
    origin,
    hosts: Object.fromEntries(Object.keys(ERPS).map((erp) => [erp, `${origin}/${erp}`])),
    journal: [],
    omie: { products: [], stock: [], families: [], today: () => '' },
    bling: { products: [], categories: [], access: '', refresh: '', refreshes: 0, code: '', callback: '' },
    sankhya: { products: [], groups: [], prices: [], stock: [], token: '', sessions: 0 },
    tagplus: { products: [], categories: [] },
    pedidook: { products: [], link: (page) => `${origin}/pedidook/produtos/?pagina=${page}` },
    taken: {
      omie: { clients: [], orders: [] },
      bling: { clients: [], orders: [] },
      tagplus: { clients: [], orders: [] },
      pedidook: { clients: [], orders: [] },
    },
    hostile: { filterIgnored: false, mostRows: null, bend: null },
    fault: null,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return sim
}
