// Simulators of the outside world: they speak the real services' protocols on loopback.
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net'
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
/** ViaCEP: {"erro": "true"} for a CEP that does not exist; Cunha's is BrasilAPI's answer (v2), which knows its place; here also one that talks nonsense and one that fails. */
export const viaCepSimulator = () =>
  listen((request, response) => {
    const cep = /\/ws\/(\d+)\/json/.exec(request.url ?? '')?.[1]
    if (cep === '01001000')
      response.end(
        JSON.stringify({
          cep: '01001-000',
          logradouro: 'Praça da Sé',
          bairro: 'Sé',
          localidade: 'São Paulo',
          uf: 'SP',
          ibge: '3550308',
        }),
      )
    else if (cep === '12530000')
      response.end(
        JSON.stringify({
          cep: '12530000',
          state: 'SP',
          city: 'Cunha',
          neighborhood: null,
          street: null,
          service: 'open-cep',
          location: { type: 'Point', coordinates: { longitude: '-44.9597', latitude: '-23.0742' } },
        }),
      )
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
export interface SmtpSimulator {
  url: string
  /** Whether it takes messages; otherwise it says "421 come back later". */
  open: boolean
  /** How many letters of a message it takes; larger ones are refused. */
  most: number
  /** What it answers instead of yes, by the first word of what it is told; CONN: as its greeting. */
  refuses: Record<string, string>
  /** What it has answered of that so far. */
  refused: string[]
  /** Whom each mail said that it came from. */
  senders: string[]
  /** Whole messages as they came. */
  messages: string[]
  /** When each was taken. */
  times: number[]
  /** Called when it has said so. */
  taken: (many: number) => void
  /** How long it takes a message for this address, in ms. */
  pause: (to: string) => number
  /** Connections that are open, the most there were at once, and all that there were. */
  open_now: number
  open_most: number
  open_ever: number
  close(): void
}
/** A mail server (RFC 5321): greets, takes MAIL, RCPT and DATA; an address that
 * begins with "ninguem" does not exist, one that begins with "cinza" is told to come back later. */
export async function smtpSimulator(): Promise<SmtpSimulator> {
  const sockets = new Map<Socket, { isBusy: () => boolean }>()
  let open = true
  let refuses: Record<string, string> = {}
  /** Lines that wait for the next mail end: whoever sends it hears what the server says now. */
  const restart = () => {
    for (const [socket, { isBusy }] of sockets) if (!isBusy()) socket.destroy()
  }
  const state = {
    get open() {
      return open
    },
    set open(value) {
      open = value
      restart()
    },
    most: 25_000_000,
    get refuses() {
      return refuses
    },
    set refuses(value) {
      refuses = value
      restart()
    },
    pause: (() => 0) as SmtpSimulator['pause'],
    get open_now() {
      return sockets.size
    },
    open_most: 0,
    open_ever: 0,
    refused: [] as string[],
    senders: [] as string[],
    messages: [] as string[],
    times: [] as number[],
    taken: (() => {}) as SmtpSimulator['taken'],
  }
  const server = createTcp((socket) => {
    let data: string | null = null
    let rest = ''
    let to = ''
    sockets.set(socket, { isBusy: () => to !== '' })
    state.open_ever++
    state.open_most = Math.max(state.open_most, sockets.size)
    socket.on('close', () => sockets.delete(socket))
    const say = (line: string) => socket.write(`${line}\r\n`)
    /** Refuses what begins with this word, where it is told to; answers whether. */
    const refuse = (word: string) => {
      const line = state.refuses[word]
      if (line === undefined) return false
      state.refused.push(line)
      say(line)
      return true
    }
    socket.on('error', () => {})
    if (!state.open) say('421 simulador fora do ar')
    if (!state.open || refuse('CONN')) return void socket.end()
    say('220 simulador ESMTP')
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (data !== null) {
          if (line !== '.') data += `${line.replace(/^\.\./, '.')}\n`
          else {
            const fits = data.length <= state.most
            if (fits) {
              state.messages.push(data)
              state.times.push(Date.now())
            }
            const wait = state.pause(to)
            data = null
            to = ''
            const answer = () => {
              say(fits ? '250 aceita' : '552 5.3.4 mensagem grande demais')
              if (fits) state.taken(state.messages.length)
            }
            if (wait > 0) setTimeout(answer, wait).unref()
            else answer()
          }
          continue
        }
        const word = line.slice(0, 4).toUpperCase()
        if (word === 'MAIL') state.senders.push(/<(.*?)>/.exec(line)?.[1] ?? '')
        if (refuse(word)) continue
        if (word === 'RSET') to = ''
        if (word === 'RCPT') to = /<(.*?)>/.exec(line)?.[1] ?? ''
        if (word === 'EHLO' || word === 'HELO') say('250-simulador\r\n250 AUTH PLAIN')
        else if (word === 'AUTH') say('235 pode entrar')
        else if (word === 'MAIL' || word === 'RSET' || word === 'NOOP') say('250 ok')
        else if (word === 'RCPT')
          say(
            /<ninguem/i.test(line)
              ? '550 5.1.1 endereço não existe'
              : /<cinza/i.test(line)
                ? '450 4.2.0 volte mais tarde'
                : '250 ok',
          )
        else if (word === 'DATA') {
          data = ''
          say('354 pode mandar')
        } else if (word === 'QUIT') {
          say('221 tchau')
          socket.end()
        } else say('502 não sei')
      }
    })
  }).listen(0, '127.0.0.1')
  await new Promise((r) => server.once('listening', r))
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      for (const socket of sockets.keys()) socket.destroy()
    },
  })
}
