// npm start: database, migrations, demo, web build, jobs, server; says where it is and how to sign in.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { features, platformTasks, tasks } from '#features.ts'
import { pages } from '#features/storefront/server/index.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { loadConfig } from '#server/config.ts'
import { startJobs } from '#server/jobs.ts'
import { migrate } from '#server/migrate.ts'
import { type Embedded, startEmbedded } from '#server/postgres.ts'
import { assertSafe } from '#server/safety.ts'
import { diskStorage } from '#server/storage.ts'
import { buildWeb } from './build.ts'
import { loadDemo } from './demo/load.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const started = Date.now()
const dataDir = resolve(process.env.DATA_DIR ?? 'data')
mkdirSync(dataDir, { recursive: true })
const lock = takeLock()

let embedded: Embedded | undefined
if (!process.env.DATABASE_URL) embedded = await startEmbedded(dataDir, say)
const urls = embedded
  ? { app: embedded.url('app'), owner: embedded.url('owner') }
  : { app: process.env.DATABASE_URL as string, owner: process.env.DATABASE_OWNER_URL ?? (process.env.DATABASE_URL as string) }
const port = await freePort(Number(process.env.PORT ?? 3000))
const config = loadConfig(urls, { dataDir, port })
const [, built] = await Promise.all([migrate(urls.owner), buildWeb()])
await assertSafe(urls.app)
const wantsDemo = process.env.DEMO === '1' || (process.env.DEMO !== '0' && embedded !== undefined && config.host === '127.0.0.1')
const loaded = wantsDemo && (await loadDemo(urls.owner, urls.app, diskStorage(join(dataDir, 'files')), systemClock.now()))
const { app, kit, close } = await buildApp(config, { features, pages, log: true })
await app.listen({ port, host: config.host })
const runner = await startJobs(kit, tasks, platformTasks)

const shown = `http://localhost:${port}`
say(`\nMostruário em ${shown} (pronto em ${((Date.now() - started) / 1000).toFixed(1)} s${built ? ', com a interface recompilada' : ''})`)
if (config.limitsRaised) say('RATE_LIMITS em uso: limites alterados para testes.')
if (loaded || (wantsDemo && !config.demoClosed)) {
  say(`Catálogo da demonstração: ${shown}/pedidos e http://demo.localhost:${port}/pedidos`)
  say('Entrar: admin@mostruario.test, vendedor@mostruario.test, cliente@mostruario.test ou operador@mostruario.test, senha mostruario')
  say(`Outra empresa: http://aroeira.localhost:${port} (admin@aroeira.test)`)
}
if (config.demoClosed) say('Fora de 127.0.0.1 os acessos da demonstração não valem. Crie um operador: npm run operator -- create')

let ending = false
const end = async (code: number) => {
  if (ending) return
  ending = true
  await runner.stop().catch(() => {})
  await close().catch(() => {})
  await embedded?.stop().catch(() => {})
  rmSync(lock, { force: true })
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))

/** One start per data folder: a second is told so. */
function takeLock(): string {
  const file = join(dataDir, 'start.lock')
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'))
    const alive = existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.ts')
    if (alive) {
      say(`O Mostruário já está rodando nesta pasta (processo ${pid}). Encerre-o antes, ou use outra DATA_DIR.`)
      process.exit(1)
    }
  }
  writeFileSync(file, String(process.pid))
  return file
}
/** The port asked for, or the next free one, with a word about it. */
async function freePort(wanted: number): Promise<number> {
  const free = (p: number) =>
    new Promise<boolean>((yes) => {
      const s = createServer()
      s.once('error', () => yes(false))
      s.listen(p, process.env.HOST ?? '127.0.0.1', () => s.close(() => yes(true)))
    })
  for (let p = wanted; p < wanted + 50; p++) {
    if (await free(p)) {
      if (p !== wanted) say(`A porta ${wanted} está ocupada; usando a ${p}.`)
      return p
    }
  }
  say(`Nenhuma porta livre entre ${wanted} e ${wanted + 49}. Defina PORT.`)
  process.exit(1)
}
