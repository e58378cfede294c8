// Simulators of five ERPs on loopback, one server, a path for each (test/erps). They speak the real protocols as they are
// documented (paging, envelopes, faults, tokens) and are strict: an unknown path, field or key gets the ERP's own refusal.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import type { Asked, ErpSimulator, Row } from './erp_shapes.ts'
import { bling } from './erps/bling.ts'
import { omie } from './erps/omie.ts'
import { pedidook } from './erps/pedidook.ts'
import { sankhya } from './erps/sankhya.ts'
import { tagplus } from './erps/tagplus.ts'

export { KEYS, PLATFORM } from './erp_keys.ts'
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
    bling: {
      products: [],
      categories: [],
      access: '',
      refresh: '',
      refreshes: 0,
      code: '',
      callback: '',
      jwt: true,
      alerts: false,
      forms: [
        { id: 501, descricao: 'Conta a pagar', tipoPagamento: 15, situacao: 1, padrao: 1, finalidade: 1 },
        { id: 502, descricao: 'Dinheiro', tipoPagamento: 1, situacao: 1, padrao: 0, finalidade: 3 },
        { id: 503, descricao: 'Boleto', tipoPagamento: 15, situacao: 1, padrao: 1, finalidade: 2 },
      ],
    },
    sankhya: { products: [], groups: [], prices: [], stock: [], token: '', sessions: 0 },
    tagplus: { products: [], categories: [] },
    pedidook: {
      products: [],
      sellers: [{ id: 7, nome: 'Balcão' }],
      link: (path, page) => `${origin}/pedidook${path}?pagina=${page}`,
    },
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
