// How the simulated ERPs take clients and orders: Omie and PedidoOK refuse our key a second
// time, Bling and TagPlus make another order without a word.
import type { Answer, Asked, ErpSimulator, Row } from './erp_shapes.ts'

const next = (rows: { id: number }[]) => rows.length + 1
const missing = (o: Row, fields: string) => fields.split(' ').filter((f) => o[f] === undefined || o[f] === '')
const rowOf = (v: unknown): Row => (v ?? {}) as Row

/** Calls of Omie that take or find; undefined for those that list. */
export function omieOrders(
  s: ErpSimulator,
  call: string,
  p: Row,
  refuse: (status: number, code: string, text: string) => Answer,
): Answer | undefined {
  const { clients, orders } = s.taken.omie
  if (call === 'ListarClientes') {
    const found = clients.filter((c) => c.body.cnpj_cpf === rowOf(p.clientesFiltro).cnpj_cpf)
    if (found.length === 0) return refuse(500, 'SOAP-ENV:Client-5113', 'Não existem registros para a página [1]!')
    return [
      200,
      {
        pagina: 1,
        total_de_paginas: 1,
        clientes_cadastro: found.map((c) => ({ codigo_cliente_omie: c.id, ...c.body })),
      },
    ]
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
    clients.push({ id: next(clients), key: String(p.codigo_cliente_integracao), body: p })
    return [
      200,
      {
        codigo_cliente_omie: clients.length,
        codigo_cliente_integracao: p.codigo_cliente_integracao,
        codigo_status: '0',
        descricao_status: 'Cliente cadastrado com sucesso!',
      },
    ]
  }
  if (call === 'ConsultarPedido') {
    const there = orders.find((o) => o.key === p.codigo_pedido_integracao)
    if (!there)
      return refuse(
        500,
        'SOAP-ENV:Client-107',
        `Pedido não cadastrado para o Código de Integração [${String(p.codigo_pedido_integracao)}]!`,
      )
    return [200, { pedido_venda_produto: { cabecalho: { codigo_pedido: there.id, numero_pedido: `OM${there.id}` } } }]
  }
  if (call !== 'IncluirPedido') return undefined
  const head = rowOf(p.cabecalho)
  const info = rowOf(p.informacoes_adicionais)
  const [gap] = [
    ...missing(head, 'codigo_pedido_integracao codigo_cliente data_previsao etapa codigo_parcela quantidade_itens'),
    ...missing(info, 'codigo_categoria codigo_conta_corrente'),
  ]
  if (gap) return refuse(500, 'SOAP-ENV:Client-1', `O preenchimento da tag [${gap}] é obrigatório!`)
  if (String(head.data_previsao).split('/').toReversed().join('-') < s.omie.today())
    return refuse(500, 'SOAP-ENV:Client-133', 'A Previsão de Faturamento não pode ser anterior à data de hoje!')
  const key = String(head.codigo_pedido_integracao)
  if (orders.some((o) => o.key === key))
    return refuse(500, 'SOAP-ENV:Client-102', `Pedido já cadastrado para o Código de Integração [${key}]`)
  const odd = (p.det as Row[]).find(
    (d) => !s.omie.products.some((x) => x.codigo_produto === rowOf(d.produto).codigo_produto),
  )
  if (odd) return refuse(500, 'SOAP-ENV:Client-71', `Tag [codigo_produto] inválida: produto não existe.`)
  orders.push({ id: next(orders), key, body: p })
  return [
    200,
    {
      codigo_pedido: orders.length,
      codigo_pedido_integracao: key,
      codigo_status: '0',
      descricao_status: 'Pedido cadastrado com sucesso!',
      numero_pedido: `OM${orders.length}`,
    },
  ]
}
export function blingOrders(s: ErpSimulator, a: Asked, method: string): Answer | undefined {
  const { clients, orders } = s.taken.bling
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  const invalid = (field: string): Answer => [
    400,
    {
      error: {
        type: 'VALIDATION_ERROR',
        message: 'Dados inválidos',
        description: `Falta ${field}`,
        fields: [{ element: field }],
      },
    },
  ]
  if (a.path === '/contatos' && method === 'GET') {
    const found = clients.filter((c) =>
      a.query.has('numeroDocumento')
        ? c.key === a.query.get('numeroDocumento')
        : String(c.body.nome).includes(a.query.get('pesquisa') ?? '-'),
    )
    return [200, { data: found.map((c) => ({ id: c.id, nome: c.body.nome })) }]
  }
  const one = /^\/contatos\/(\d+)$/.exec(a.path)
  if (one) {
    const client = clients.find((c) => c.id === Number(one[1]))
    return client
      ? [200, { data: { id: client.id, nome: client.body.nome, situacao: client.body.situacao } }]
      : [404, { error: { type: 'RESOURCE_NOT_FOUND', message: 'Recurso não encontrado' } }]
  }
  if (a.path === '/contatos') {
    const [gap] = missing(body, 'nome tipo situacao')
    if (gap) return invalid(gap)
    clients.push({ id: next(clients), key: String(body.numeroDocumento ?? ''), body })
    return [201, { data: { id: clients.length } }]
  }
  if (a.path !== '/pedidos/vendas') return undefined
  if (method === 'GET')
    return [
      200,
      {
        data: orders
          .filter((o) => o.key === a.query.get('numerosLojas[]'))
          .map((o) => ({ id: o.id, numero: o.id + 100 })),
      },
    ]
  const [gap] = missing(body, 'numeroLoja data dataSaida dataPrevista contato itens')
  if (gap) return invalid(gap)
  orders.push({ id: next(orders), key: String(body.numeroLoja), body })
  return [201, { data: { id: orders.length, alertas: [] } }]
}
export function tagplusOrders(s: ErpSimulator, a: Asked, method: string): Answer | undefined {
  const { clients, orders } = s.taken.tagplus
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  if (a.path === '/clientes' && method === 'GET')
    return [
      200,
      clients
        .filter((c) =>
          a.query.has('id')
            ? String(c.id) === a.query.get('id')
            : c.key === (a.query.get('cpf') ?? a.query.get('cnpj')),
        )
        .map((c) => ({ id: c.id })),
    ]
  if (a.path === '/clientes') {
    clients.push({ id: next(clients), key: String(body.cpf ?? body.cnpj ?? ''), body })
    return [201, { id: clients.length }]
  }
  if (a.path !== '/pedidos') return undefined
  if (method === 'GET')
    return [
      200,
      orders.filter((o) => o.key === a.query.get('codigo_externo')).map((o) => ({ id: o.id, numero: o.id + 500 })),
    ]
  const [gap] = missing(body, 'codigo_externo cliente itens')
  if (gap)
    return [
      422,
      {
        error_code: 'validacao',
        message: `Falta ${gap}`,
        dev_message: '',
        data: [],
        errors: [{ code: 'obrigatorio', dataPath: gap }],
      },
    ]
  orders.push({ id: next(orders), key: String(body.codigo_externo), body })
  return [201, { id: orders.length, numero: orders.length + 500, status: 'A' }]
}
export function pedidookOrders(s: ErpSimulator, a: Asked, method: string): Answer | undefined {
  const { clients, orders } = s.taken.pedidook
  const body = a.body ? (JSON.parse(a.body) as Row) : {}
  const refuse = (codigo: number, mensagem: string): Answer => [400, { erros: [{ codigo, mensagem }] }]
  if (a.path === '/vendedores/') return [200, { href_proxima_pagina: null, vendedores: [{ id: 7, nome: 'Balcão' }] }]
  if (a.path === '/clientes/' && method === 'GET')
    return [
      200,
      {
        clientes: clients
          .filter((c) =>
            a.query.has('cnpjcpf') ? c.body.cnpjcpf === a.query.get('cnpjcpf') : c.key === a.query.get('id_parceiro'),
          )
          .map((c) => ({ id: c.id })),
      },
    ]
  if (a.path === '/clientes/') {
    const [gap] = missing(body, 'id_parceiro codigo razao_social')
    if (gap) return refuse(13, `Campo obrigatório: ${gap}`)
    if (clients.some((c) => c.key === body.id_parceiro)) return refuse(24, 'id_parceiro já existe')
    clients.push({ id: next(clients), key: String(body.id_parceiro), body })
    return [200, { cliente: { id: clients.length } }]
  }
  if (a.path !== '/pedidos/') return undefined
  if (method === 'GET')
    return [
      200,
      { pedidos: orders.filter((o) => o.key === a.query.get('id_parceiro')).map((o) => ({ id: o.id, numero: o.id })) },
    ]
  const [gap] = missing(body, 'status emissao id_cliente id_vendedor id_parceiro itens')
  if (gap) return refuse(13, `Campo obrigatório: ${gap}`)
  if (orders.some((o) => o.key === body.id_parceiro)) return refuse(24, 'id_parceiro já existe')
  const ids = (body.itens as Row[]).map((i) => i.id_produto)
  if (new Set(ids).size !== ids.length) return refuse(27, 'Produto repetido no pedido')
  orders.push({ id: next(orders), key: String(body.id_parceiro), body })
  return [200, { pedido: { id: orders.length, numero: orders.length } }]
}
