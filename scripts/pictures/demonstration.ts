// The demonstration in this process: its clock can be set back, and systems on this machine may be told and asked.
import { features, platformTasks, tasks } from '#features.ts'
import { pages } from '#features/storefront/server/index.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { startJobs } from '#server/jobs.ts'
import { migrate } from '#server/migrate.ts'
import { startEmbedded } from '#server/postgres.ts'
import type { Kit } from '#server/serve.ts'
import { openStorage } from '#server/storage_s3.ts'
import { buildWeb } from '../build.ts'
import { loadDemo } from '../demo/load.ts'

export interface Demonstration {
  kit: Kit
  port: number
  /** From now on it is so many days ago, until it is said otherwise. */
  daysAgo: (days: number) => void
  close: () => Promise<void>
}
/** `others`: where webhooks and feeds of this demonstration lead. */
export async function startDemonstration(dataDir: string, others: string[]): Promise<Demonstration> {
  const embedded = await startEmbedded(dataDir, () => {})
  const urls = { app: embedded.url('app'), owner: embedded.url('owner') }
  const config = loadConfig(urls, { dataDir, port: 0, otherHosts: others })
  await Promise.all([migrate(urls.owner), buildWeb()])
  await loadDemo(urls.owner, urls.app, await openStorage(config), new Date(), () => {})
  let back = 0
  const clock = { now: () => new Date(Date.now() - back * 86_400_000) }
  const { app, kit, close } = await buildApp(config, { features, pages, clock })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const jobs = await startJobs(kit, tasks, platformTasks)
  const { port } = app.server.address() as { port: number }
  config.publicUrl = `http://localhost:${port}`
  return {
    kit,
    port,
    daysAgo: (days) => {
      back = days
    },
    async close() {
      await jobs.stop()
      app.server.closeAllConnections()
      await close()
      await embedded.stop()
    },
  }
}
