// The simulated Omie.
import { bareDocument, showDocument } from '#shared/documents.ts'
import { KEYS } from '../erp_keys.ts'
import {
  type Answer,
  type Asked,
  changedAt,
  type ErpSimulator,
  missing,
  nextId,
  type Row,
  rowOf,
  slice,
  type Taken,
  unknownFields,
} from '../erp_shapes.ts'

/** Omie by its vendor's WSDL (github.com/pauloracunha/omie-lib, 2026-05-14) and by what integrators measured on production
 * accounts (2026-09-16, 2026-09-27); both read on 2026-11-27. */
export function omie(s: ErpSimulator, a: Asked): Answer {
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
  // With every product wanted a page of stock has 50, whatever is asked (measured).
  const most = s.hostile.mostRows ?? (p.cExibeTodos === 'S' ? 50 : 500)
  const size = Math.min(most, Number(second ? p.nRegPorPagina : p.registros_por_pagina))
  const rows = c.rows()
  const pages = Math.ceil(rows.length / size)
  if (page > pages) return refuse(500, 'SOAP-ENV:Client-5113', `Não existem registros para a página [${page}]!`)
  const head = second
    ? { nPagina: page, nTotPaginas: pages, nRegistros: 0, nTotRegistros: rows.length }
    : { pagina: page, total_de_paginas: pages, registros: 0, total_de_registros: rows.length }
  return [200, { ...head, [c.key]: slice(rows, page, size) }]
}
/** Calls of Omie that take or find; undefined for those that list. Our key and a document are taken once; texts of refusals
 * as an integrator stored them on 2026-09-16. */
function omieOrders(
  s: ErpSimulator,
  call: string,
  p: Row,
  refuse: (status: number, code: string, text: string) => Answer,
): Answer | undefined {
  const { clients, orders } = s.taken.omie
  const document = (c: Taken) => bareDocument(String(c.body.cnpj_cpf ?? ''))
  const shownClient = (c: Taken) => ({
    codigo_cliente_omie: c.id,
    inativo: 'N',
    ...c.body,
    cnpj_cpf: showDocument(String(c.body.cnpj_cpf ?? '')),
  })
  if (call === 'ListarClientes') {
    const wanted = bareDocument(String(rowOf(p.clientesFiltro).cnpj_cpf))
    const found = clients
      .filter((c) => s.hostile.filterIgnored || document(c) === wanted)
      .slice(0, Number(p.registros_por_pagina))
    if (found.length === 0) return refuse(500, 'SOAP-ENV:Client-5113', 'Não existem registros para a página [1]!')
    return [200, { pagina: 1, total_de_paginas: 1, clientes_cadastro: found.map(shownClient) }]
  }
  if (call === 'ConsultarCliente') {
    const one = clients.find((c) => c.id === p.codigo_cliente_omie)
    return one
      ? [200, shownClient(one)]
      : refuse(500, 'SOAP-ENV:Client-105', `Cliente não cadastrado para o Código [${String(p.codigo_cliente_omie)}] !`)
  }
  if (call === 'IncluirCliente') {
    const [gap] = missing(p, 'codigo_cliente_integracao razao_social')
    if (gap) return refuse(500, 'SOAP-ENV:Client-1', `O preenchimento da tag [${gap}] é obrigatório!`)
    const there = clients.find((c) => c.key === p.codigo_cliente_integracao)
    if (there)
      return refuse(
        500,
        'SOAP-ENV:Client-102',
        `Cliente já cadastrado para o Código de Integração [${there.key}] com o nCod [${there.id}] !`,
      )
    const same = clients.find((c) => document(c) !== '' && document(c) === bareDocument(String(p.cnpj_cpf ?? '')))
    if (same)
      return refuse(
        500,
        'SOAP-ENV:Client-102',
        `Cliente já cadastrado para o CPF/CNPJ [${showDocument(document(same))}] com o Id [${same.id}] e código de integração [${same.key}] ! (add)`,
      )
    clients.push({ id: nextId(clients), key: String(p.codigo_cliente_integracao), body: p })
    return [
      200,
      {
        codigo_cliente_omie: clients.at(-1)?.id,
        codigo_cliente_integracao: p.codigo_cliente_integracao,
        codigo_status: '0',
        descricao_status: 'Cliente cadastrado com sucesso!',
      },
    ]
  }
  if (call === 'ConsultarPedido') {
    const there = orders.find((o) => s.hostile.filterIgnored || o.key === p.codigo_pedido_integracao)
    if (!there)
      return refuse(
        500,
        'SOAP-ENV:Client-107',
        `Pedido não cadastrado para o Código de Integração [${String(p.codigo_pedido_integracao)}]!`,
      )
    const cabecalho = {
      codigo_pedido: there.id,
      codigo_pedido_integracao: there.key,
      numero_pedido: `OM${there.id}`,
    }
    return [200, { pedido_venda_produto: { cabecalho } }]
  }
  if (call !== 'IncluirPedido') return undefined
  const cabecalho = rowOf(p.cabecalho)
  const info = rowOf(p.informacoes_adicionais)
  const [gap] = [
    ...missing(cabecalho, 'codigo_pedido_integracao codigo_cliente data_previsao etapa codigo_parcela'),
    ...missing(info, 'codigo_categoria codigo_conta_corrente'),
  ]
  if (gap) return refuse(500, 'SOAP-ENV:Client-1', `O preenchimento da tag [${gap}] é obrigatório!`)
  if (String(cabecalho.data_previsao).split('/').toReversed().join('-') < s.omie.today())
    return refuse(500, 'SOAP-ENV:Client-133', 'A Previsão de Faturamento não pode ser anterior à data de hoje!')
  const key = String(cabecalho.codigo_pedido_integracao)
  if (orders.some((o) => o.key === key))
    return refuse(500, 'SOAP-ENV:Client-102', `Pedido já cadastrado para o Código de Integração [${key}]`)
  const odd = (p.det as Row[]).find(
    (d) => !s.omie.products.some((x) => x.codigo_produto === rowOf(d.produto).codigo_produto),
  )
  if (odd) return refuse(500, 'SOAP-ENV:Client-71', `Tag [codigo_produto] inválida: produto não existe.`)
  orders.push({ id: nextId(orders), key, body: p })
  const id = orders.at(-1)?.id
  return [
    200,
    {
      codigo_pedido: id,
      codigo_pedido_integracao: key,
      codigo_status: '0',
      descricao_status: 'Pedido cadastrado com sucesso!',
      numero_pedido: `OM${id}`,
    },
  ]
}
