// The server that start.ts keeps going: migrations, demo, jobs, address;
// says where it is and how to sign in.
import { flushCompileCache } from 'node:module'
import { features, platformTasks, tasks } from '#features.ts'
import { pages } from '#features/storefront/server/index.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { watchClock } from '#server/clock-watch.ts'
import { loadConfig } from '#server/config.ts'
import { assertKey, keepKey } from '#server/installation-key.ts'
import { startJobs } from '#server/jobs.ts'
import { lastNet } from '#server/last_net.ts'
import { migrate } from '#server/migrate.ts'
import { loadsDemo } from '#server/demo-access.ts'
import { keepFilesPrivate } from '#server/private-files.ts'
import { databaseAnswers } from '#server/reach.ts'
import { assertSafe, missingConnections } from '#server/safety.ts'
import { CannotStart } from '#server/settings.ts'
import { asCannotStart } from '#server/start-failures.ts'
import type { Storage } from '#server/storage.ts'
import { openStorage } from '#server/storage_s3.ts'
import { prepareMigrations } from './prepare-migrations.ts'
import { COMPILED } from './program.ts'

// For the programs that a server starts (pictures, sheets, paper). Its own is read so fast that what was compiled of it
// would be held for nothing: 4 MB.
process.env.NODE_COMPILE_CACHE ??= COMPILED
/** How long a request whose line was open already may be on its way to a server that ends, in ms. */
const ON_THE_WAY = 500

const say = (line: string) => process.stdout.write(`${line}\n`)
let end = async () => {}
lastNet(() => end())
try {
  await start()
} catch (error) {
  const reason = error instanceof CannotStart ? error : asCannotStart(error, process.env.DATA_DIR as string)
  if (!reason) throw error
  say(reason.message)
  process.exit(1)
}

async function start(): Promise<void> {
  const started = Number(process.env.STARTED)
  const urls = {
    app: process.env.DATABASE_URL as string,
    owner: process.env.DATABASE_OWNER_URL || (process.env.DATABASE_URL as string),
  }
  const embedded = process.env.EMBEDDED === '1'
  const ownerSetting = process.env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  const config = loadConfig(urls)
  keepFilesPrivate(config.dataDir)
  const database = {
    owner: await databaseAnswers(urls.owner, say, undefined, embedded ? 'embedded' : ownerSetting),
    app: await databaseAnswers(urls.app, say, undefined, embedded ? 'embedded' : 'DATABASE_URL'),
  }
  // Before anything is written there.
  await assertSafe(database.app, database.owner)
  const few = await missingConnections(database.owner, config)
  if (few) say(`${few.says} ${few.todo}`)
  const answers = config.role !== 'worker'
  const first = Boolean(process.env.STARTED)
  await assertKey(database.owner, config, { drawnSince: first ? started : null })
  await migrate(database.owner, undefined, (state) => prepareMigrations(state, first, say))
  await keepKey(database.owner, config.appKey)
  const wantsDemo = loadsDemo(config, embedded)
  const loaded = wantsDemo && (await demo(database, await openStorage(config)))
  // A worker answers for its health and its figures only.
  const { app, kit, retire, close } = await buildApp(
    config,
    answers ? { features, pages, log: true } : { features: [], log: true },
  )
  end = close
  // From supervisor.ts, to whoever takes connections, whether its jobs have begun or not.
  process.on('message', (word) => {
    if (word === 'retire') void retire().finally(() => process.kill(process.pid, 'SIGTERM'))
  })
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new CannotStart(
      `Outro programa ocupou a porta ${config.port} enquanto o Mostruário começava. Inicie de novo, ou defina PORT.`,
    )
  })
  const clockWatch = watchClock(kit)
  const jobs = config.role === 'web' ? null : await startJobs(kit, tasks, platformTasks)
  end = async () => {
    clockWatch.stop()
    // Requests and jobs end side by side; then what both stand on.
    await Promise.allSettled([retire(ON_THE_WAY).then(() => app.close()), jobs?.stop()])
    await close()
  }

  flushCompileCache()
  // The first one says where; those beside it and those after it have nothing new to say.
  if (!process.env.STARTED) return
  const shown = `http://localhost:${config.port}`
  say(
    `\nMostruário em ${shown} (pronto em ${((Date.now() - started) / 1000).toFixed(1)} s${process.env.BUILT ? ', com a interface recompilada' : ''})`,
  )
  if (config.limitsRaised) say('RATE_LIMITS em uso: limites alterados para testes.')
  if (loaded || wantsDemo) {
    say(`Catálogo da demonstração: ${shown}/pedidos e http://demo.localhost:${config.port}/pedidos`)
    say(
      'Entrar: admin@mostruario.test, vendedor@mostruario.test, cliente@mostruario.test ou operador@mostruario.test, senha mostruario',
    )
    say(`Outra empresa: http://aroeira.localhost:${config.port} (admin@aroeira.test)`)
  } else if (config.demo !== 'off') say('Sem os acessos da demonstração. Crie um operador: npm run operator -- create')
}
/** Loaded where it is wanted only. */
async function demo(urls: { owner: string; app: string }, storage: Storage): Promise<boolean> {
  const { loadDemo } = await import('./demo/load.ts')
  return loadDemo(urls.owner, urls.app, storage, systemClock.now(), say)
}
