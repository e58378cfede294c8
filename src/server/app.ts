// The web server: Fastify with the features, the files and the HTML. Listens nowhere by itself.
import { randomUUID } from 'node:crypto'
import { Server } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import multipart from '@fastify/multipart'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '#shared/errors.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { isThisMachine } from './demo-access.ts'
import { diskProbe } from './disk.ts'
import { isPooled, openPool, takesWrites, withoutCompany } from './db.ts'
import { leaveBodies } from './body.ts'
import { answerFailure } from './failures.ts'
import { lingerOver } from './linger.ts'
import { keepPagePace } from './limits.ts'
import { listenLive } from './live.ts'
import { givenId, logRequests, openLog } from './log.ts'
import { mailer, outboxOf } from './mail.ts'
import { Intake } from './intake.ts'
import { measuresOfAll } from './measures.ts'
import { metricsOf } from './metrics.ts'
import type { Kit } from './serve.ts'
import { sharing } from './shares.ts'
import { sameBytes } from './signed.ts'
import { forgetCopies, openStorage } from './storage_s3.ts'
import { startTelemetry, telemetry } from './trace.ts'

export interface Built {
  app: FastifyInstance
  kit: Kit
  /** Takes no new connection, and closes each open one with its next answer: another server has the address now, or this
   * one is about to end. Done when none is left, or after `most` ms of waiting. */
  retire(most?: number): Promise<void>
  close(): Promise<void>
}
export interface Pieces {
  features: ((app: FastifyInstance, kit: Kit) => void)[]
  /** Serves the pages; absent in tests of the API alone. */
  pages?: (app: FastifyInstance, kit: Kit) => Promise<void>
  clock?: Clock
  /** Whether there is a log; its own in tests that read it. */
  log?: boolean | Logger
}

const noSchemas = () => {
  throw new Error('A route has a schema of its own: contracts are the only ones.')
}
/** What requests in flight may take once the server ends. */
const LONGEST_REQUEST = 12_000
/** What open connections get to send their last request, in ms. */
const LAST_WORD = 2000
/** Connections that the machine keeps for us until we take them: node's own default. */
const MOST_WAITING = 511

export async function buildApp(config: Config, pieces: Pieces): Promise<Built> {
  const pool = openPool(config.databaseUrl)
  const log = typeof pieces.log === 'object' ? pieces.log : openLog()
  await startTelemetry(log)
  const kit: Kit = {
    pool,
    config,
    db: withoutCompany(pool),
    clock: pieces.clock ?? systemClock,
    storage: await openStorage(config),
    ...mailer(config.smtpUrl, outboxOf(config.dataDir), config.mailFrom, config.mailConnections),
    // Nobody can listen through a pooler.
    live: listenLive(isPooled ? config.ownerUrl : config.databaseUrl),
    intake: new Intake(config.bounds),
    share: sharing(config.shares),
    log,
  }
  const keepCopies = config.s3Url ? forgetCopies(kit) : () => {}
  const trusted = config.trustProxy
  const trusts = proxyAddr.compile(trusted)
  const app = Fastify({
    ...(pieces.log && { loggerInstance: log as FastifyBaseLogger }),
    // Our own line for each request (log.ts) instead of the framework's two.
    logController: new LogController({ disableRequestLogging: true }),
    // A form with pictures from a phone; what comes without files has less (intake.ts).
    requestTimeout: (config.bounds.files_seconds + 30) * 1000,
    connectionTimeout: 65_000,
    keepAliveTimeout: 65_000,
    trustProxy: trusted.length > 0 ? trusted : false,
    // While the server ends, requests in flight are finished and the last ones answered with "connection: close".
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // What a trusted proxy calls it; nobody else names our requests.
    genReqId: ({ headers, socket }) =>
      (trusts(socket.remoteAddress ?? '', 0) && givenId(headers['x-request-id'])) || randomUUID(),
    // An address that is no address (a stray %): a person gets a page with a way on, a program its refusal.
    frameworkErrors: (error, request, reply) => {
      if (request.method === 'GET' && !request.url.startsWith('/api/')) void reply.redirect('/session/404')
      else void answerFailure(error as Error, request as never, reply as never)
    },
    // What comes and goes is checked by the contracts (serve.ts): the framework's own checkers are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: { headersTimeout: 5000, connectionsCheckingInterval: 2000, maxHeaderSize: 16384 },
  })
  let retired = false
  logRequests(app, ({ raw }) => trusts(raw.socket.remoteAddress ?? '', 0))
  app.decorateRequest('session', null)
  app.decorateRequest('now')
  app.setErrorHandler((error, request, reply) => answerFailure(error as Error, request, reply))
  app.addHook('onRequest', async ({ raw }) => {
    // Two hosts are two readings of one request: a proxy's and ours.
    if (raw.rawHeaders.filter((h, i) => i % 2 === 0 && h.toLowerCase() === 'host').length > 1)
      throw new Refusal('bad_request')
  })
  // Calls are counted once it is known who asks (serve.ts); what is none, here, however it is registered.
  app.addHook('onRequest', async (request) => {
    const { url = '', config: at } = request.routeOptions
    if (at.endpoint || (HEALTH.has(url) && isThisMachine(request))) return
    await keepPagePace(config, request, kit.clock.now())
  })
  app.addHook('onSend', async (request, reply, payload) => {
    lingerOver(request, reply, config.bounds.linger_seconds)
    if (retired) reply.header('connection', 'close')
    reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    // Whoever opened a page, or is opened by one, does not hold its window.
    if (String(reply.getHeader('content-type')).startsWith('text/html'))
      reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
    if (request.url.startsWith('/api/v')) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      if (!reply.hasHeader('content-security-policy'))
        reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    return payload
  })
  try {
    await app.register(multipart)
    leaveBodies(app)
    health(app, kit)
    for (const feature of pieces.features) feature(app, kit)
    if (pieces.pages) await pieces.pages(app, kit)
    else
      app.setNotFoundHandler(() => {
        throw new Refusal('not_found')
      })
    app.addHook('preClose', async () => {
      setTimeout(() => app.server.closeAllConnections(), LONGEST_REQUEST).unref()
      // Screens that listen would never end by themselves.
      await kit.live.stop()
    })
    await app.ready()
  } catch (error) {
    // What listens would keep a process that has nothing to serve.
    keepCopies()
    await Promise.allSettled([kit.live.stop(), pool.end()])
    throw error
  }
  return {
    app,
    kit,
    async retire(most = LAST_WORD) {
      retired = true
      // What waits at the address would be cut with it. A turn of the loop takes in one line, and the first may have been
      // begun already.
      let came = true
      app.server.on('connection', () => {
        came = true
      })
      for (let left = MOST_WAITING; came && left > 0; left--) {
        came = false
        await turn()
        await turn()
      }
      // The address alone: http's own close would cut silent lines under a request that is on its way.
      Server.prototype.close.call(app.server)
      await kit.live.stop()
      const open = () => promisify(app.server.getConnections.bind(app.server))()
      // Looks are counted, not time: a server that is busy has read nothing meanwhile.
      for (let left = most; left > 0 && (await open()) > 0; left -= 50) await sleep(50)
    },
    async close() {
      keepCopies()
      await app.close()
      kit.closeMail()
      await pool.end()
      await telemetry()?.end()
    },
  }
}

function health(app: FastifyInstance, kit: Kit): void {
  const registry = metricsOf(app, kit)
  telemetry()?.watch(registry)
  const measures = measuresOfAll(registry)
  const diskTakesWrites = diskProbe(kit.config.dataDir)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ok = (await takesWrites(kit.pool).catch(() => false)) && (await diskTakesWrites())
    return reply.status(ok ? 200 : 503).send({ status: ok ? 'ready' : 'starting' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayMeasure(request, kit.config.metricsToken)) throw new Refusal('not_found')
    return reply.type(registry.contentType).send(await measures())
  })
}
/** What those ask for who watch over the machine: on it, as often as they like. */
const HEALTH = new Set(['/healthz', '/readyz', '/metrics'])
/** The machine itself, not through a proxy; from elsewhere whoever has the token. */
const mayMeasure = (request: FastifyRequest, token: string): boolean =>
  isThisMachine(request) ||
  (token !== '' && sameBytes(Buffer.from(`Bearer ${token}`), Buffer.from(request.headers.authorization ?? '')))
