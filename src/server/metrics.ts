// What Prometheus reads at /metrics: requests by route, the database's pool, work that waits, screens that listen, and
// what Node says of itself. Rules and a board that read it: deploy/alerts.yml, deploy/grafana.json.
import type { FastifyInstance } from 'fastify'
import { type Aggregator, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { backupAge } from './backup/age.ts'
import { isOnSameDisk } from './backup/place.ts'
import { freeRoom, type Room } from './disk.ts'
import { wouldBelieve } from './clock-watch.ts'
import { keptNow } from './kept.ts'
import type { Kit } from './serve.ts'

/** Seconds: a kept answer, one of the database's, a page, what a person calls slow, what times out. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10]

export function metricsOf(app: FastifyInstance, kit: Kit): Registry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and kind of answer, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    done()
  })
  // Of several processes the sum, but for what each of them reads of the one database.
  const gauge = (name: string, help: string, read: () => number | Promise<number>, aggregator: Aggregator = 'sum') =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      async collect() {
        this.set(await read())
      },
    })
  gauge('database_connections', 'Connections of these processes.', () => kit.pool.totalCount)
  gauge('database_connections_idle', 'Those of them that nobody uses.', () => kit.pool.idleCount)
  gauge('database_waiting', 'Requests that wait for a connection.', () => kit.pool.waitingCount)
  gauge('live_listeners', 'Open screens that are told of changes.', () => kit.live.listeners())
  gauge('kept_bytes', 'What is kept in memory of answers, in bytes.', () => keptNow().bytes)
  gauge('kept_entries', 'How many answers and texts of products are kept.', () => keptNow().entries)
  gauge('kept_found', 'How often what was asked for was kept, since the start.', () => keptNow().found)
  gauge('kept_made', 'How often it had to be made, since the start.', () => keptNow().made)
  // All of a reading ask together: one question answers them.
  let asking: Promise<Queue | null> | undefined
  const queue = (what: keyof Queue) => async () => {
    asking ??= kit.db.first<Queue>`select * from app.queue_now()`
      .then(
        (now) => now ?? null,
        () => null,
      )
      .finally(() => (asking = undefined))
    return (await asking)?.[what] ?? Number.NaN
  }
  gauge(
    'clock_doubted',
    'Whether the clock jumped, and what cannot be undone waits (1).',
    () =>
      wouldBelieve(kit.pool, kit.clock.now()).then(
        (yes) => Number(!yes),
        () => Number.NaN,
      ),
    'max',
  )
  gauge('jobs_waiting', 'Jobs that could be worked on now.', queue('waiting'), 'max')
  gauge('jobs_oldest_seconds', 'How long the first of them has waited.', queue('oldest_seconds'), 'max')
  gauge('jobs_failing', 'Jobs that failed and are tried again.', queue('failing'), 'max')
  gauge('jobs_given_up', 'Jobs that failed for good, of 30 days.', queue('given_up'), 'max')
  const { backupTo, dataDir } = kit.config
  gauge(
    'backup_age_seconds',
    'How long ago the last whole backup was begun; +Inf where none is there.',
    backupAge(backupTo),
    'max',
  )
  gauge(
    'backup_on_same_disk',
    'Whether backups go to a folder on the disk of the data (1).',
    () => Number(isOnSameDisk(backupTo, dataDir)),
    'max',
  )
  const room = (what: keyof Room) => async () => (await freeRoom(dataDir).catch(() => null))?.[what] ?? Number.NaN
  gauge('disk_free_bytes', 'Room on the disk of the data folder, in bytes.', room('bytes'), 'min')
  gauge('disk_free_inodes', 'Files that can still be made there.', room('inodes'), 'min')
  return registry
}
interface Queue {
  waiting: number
  oldest_seconds: number
  failing: number
  given_up: number
}
