// Requests that hold a connection and ask for a second one: as many at once as the pool has connections wait for each
// other until they are refused.
import type pg from 'pg'
import { requestId } from '#server/work.ts'

/** Runs the handlers of requests. */
const HANDLER = 'src/server/serve.ts'

/** Watches a server's pool from here on: `nested` gets the places that asked for a second connection. */
export function watchConnections(pool: pg.Pool, nested: Set<string>): void {
  /** The request that holds each connection; '' for other work, such as the jobs that a request leaves. */
  const held = new Map<pg.PoolClient, string>()
  const connect = pool.connect.bind(pool)
  type Connected = Parameters<typeof connect>[0]
  const watched = (callback?: Connected) => {
    const path = place()
    const id = path.includes(HANDLER) ? requestId() : ''
    if (id !== '' && [...held.values()].includes(id)) nested.add(path)
    if (callback === undefined)
      return connect().then((client) => {
        held.set(client, id)
        return client
      })
    return connect((error, client, release) => {
      if (client) held.set(client, id)
      callback(error, client, release)
    })
  }
  pool.connect = watched as typeof pool.connect
  pool.on('release', (_error, client) => held.delete(client))
}
/** The frames of our own source that lead here, innermost first. */
function place(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const frames = (new Error().stack ?? '').split('\n').filter((line) => /\/src\//.test(line))
  Error.stackTraceLimit = limit
  return frames
    .map((line) => line.replace(/^.*\/src\//, 'src/').replace(/\)$/, ''))
    .filter((line) => !/src\/server\/(db|trace)\.ts/.test(line))
    .join(' < ')
}
