import { createServer } from 'node:net'

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const s = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => s.close(() => done(true)))
  })
/** A port of loopback's that nobody listens on, below those that the system gives away by itself: another test, or another
 * run on this machine, hardly draws the same before it is taken. None of them is one that browsers and `fetch` refuse. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 22_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free.')
}
