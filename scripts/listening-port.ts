// The port that a start listens on: the one asked for, or the next free one where no proxy and no link leads to it.
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/settings.ts'

/** Why a port cannot be used, as an error's code; '' when it can. */
const whyTaken = (port: number, host: string) =>
  new Promise<string>((done) => {
    const s = createServer()
    s.once('error', ({ code }: NodeJS.ErrnoException) => done(code ?? 'erro'))
    s.listen(port, host, () => s.close(() => done('')))
  })
/** The server of a killed start ends within a moment. */
async function leftPort(port: number, host: string, afterKill: boolean): Promise<string> {
  for (let i = 0; afterKill && i < 40 && (await whyTaken(port, host)) !== ''; i++) await sleep(50)
  return whyTaken(port, host)
}
/** Refuses a port that cannot be used. */
export async function assertPort(port: number, host: string, afterKill: boolean): Promise<void> {
  const why = await leftPort(port, host, afterKill)
  if (why === 'EADDRINUSE')
    throw new CannotStart(
      `A porta ${port} está ocupada por outro programa, e com PUBLIC_URL ou NODE_ENV=production não se usa outra: o proxy e os links levam a ela. Encerre aquele programa (ss -ltnp mostra qual), ou mude PORT aqui e no proxy.`,
    )
  if (why)
    throw new CannotStart(
      `Em HOST=${host} a porta ${port} não pode ser usada (${why}). Corrija HOST ou PORT; abaixo de 1024 ela é só do administrador.`,
    )
}
/** The port asked for, or the next free one, with a word about it. */
export async function freePort(
  wanted: number,
  host: string,
  afterKill: boolean,
  say: (line: string) => void,
): Promise<number> {
  await leftPort(wanted, host, afterKill)
  for (let p = wanted; p < wanted + 50; p++) {
    if ((await whyTaken(p, host)) === '') {
      if (p !== wanted) say(`A porta ${wanted} está ocupada; usando a ${p}.`)
      return p
    }
  }
  throw new CannotStart(`Nenhuma porta livre entre ${wanted} e ${wanted + 49}. Defina PORT.`)
}
