// Simulators of the outside world: they speak the real services' protocols on loopback.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

export interface Simulator {
  origin: string
  asked: string[]
  close(): void
}
async function listen(answer: RequestListener): Promise<Simulator> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    return answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((r) => server.once('listening', r))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close: () => server.close() }
}
/** ViaCEP: {"erro": "true"} for a CEP that does not exist; here also one that talks nonsense and one that fails. */
export const viaCepSimulator = () =>
  listen((request, response) => {
    const cep = /\/ws\/(\d+)\/json/.exec(request.url ?? '')?.[1]
    if (cep === '01001000') response.end(JSON.stringify({ cep: '01001-000', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP', ibge: '3550308' }))
    else if (cep === '99999999') response.end(JSON.stringify({ erro: 'true' }))
    else if (cep === '11111111') response.end('<html>fora do ar</html>')
    else response.writeHead(500).end()
  })
/** A tile server: /z/x/y.png, all of one colour. */
export async function tilesSimulator(): Promise<Simulator> {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dfe7d8' } })
    .png()
    .toBuffer()
  return listen((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(tile))
}
