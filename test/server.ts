// The server alone, for tests that kill it: node test/server.ts PORT DATA_DIR APP_URL OWNER_URL
import { flushCompileCache } from 'node:module'
import { readFileSync } from 'node:fs'
import { features, platformTasks, tasks } from '#features.ts'
import { pages, pagesOf } from '#features/storefront/server/index.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { watchClock } from '#server/clock-watch.ts'
import { type Config, DEFAULT_LIMITS, loadConfig } from '#server/config.ts'
import { BOUNDS } from '#server/intake.ts'
import { startJobs } from '#server/jobs.ts'

const [, , port, dataDir, app, owner] = process.argv as [string, string, string, string, string, string]
const limits = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((k) => [k, 1_000_000]),
) as unknown as typeof DEFAULT_LIMITS
// Tests stand still in time; their sessions are as old as this clock. A bench's limits need one that goes on from there.
const begun = Date.now()
const since = () => (process.env.TEST_CLOCK === 'runs' ? Date.now() - begun : 0)
const standing = process.env.TEST_NOW
  ? { now: () => new Date(Date.parse(process.env.TEST_NOW as string) + since()) }
  : systemClock
// By so many ms the file says that this machine's clock is ahead.
const offset = process.env.TEST_CLOCK_FILE
const clock = offset
  ? { now: () => new Date(standing.now().getTime() + Number(readFileSync(offset, 'utf8'))) }
  : standing
// A twin of the bounds on memory runs without them.
const bounds = process.env.TEST_BOUNDS
  ? { ...BOUNDS, ...(JSON.parse(process.env.TEST_BOUNDS) as Partial<typeof BOUNDS>) }
  : BOUNDS
// One of several servers has its part, and the settings of the test that started it (servers.ts).
const over = JSON.parse(process.env.TEST_CONFIG ?? '{}') as Partial<Config>
const config = loadConfig({ app, owner }, { port: Number(port), dataDir, limits, bounds, ...over })
const log = process.env.LOG_LEVEL !== undefined
const built = await buildApp(config, {
  features: config.role === 'worker' ? [] : features,
  ...(process.env.ROLE === 'web' && { pages: process.env.TEST_BUILD ? pagesOf(process.env.TEST_BUILD) : pages }),
  clock,
  log,
})
if (offset) watchClock(built.kit)
if (process.env.TEST_JOBS || process.env.ROLE === 'worker')
  await startJobs(built.kit, tasks, offset ? platformTasks : {})
await built.app.listen({ port: Number(port), host: '127.0.0.1' })
flushCompileCache()
