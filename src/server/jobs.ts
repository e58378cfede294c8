// Work for later. A task's body runs inside its company's transaction and may run twice.
import { Logger, type Runner, run } from 'graphile-worker'
import { acrossCompanies, inCompany, type Tx } from './db.ts'
import type { Kit } from './serve.ts'

type Task = (job: { tx: Tx; kit: Kit; payload: Record<string, unknown>; company_id: number }) => Promise<void>
/** Work for the whole platform, at its own times (crontab syntax, UTC); it opens its own transactions. */
export type PlatformTasks = Record<string, { cron: string; run: (kit: Kit) => Promise<void> }>
export type Tasks = Record<string, Task>

/** Enqueues in the caller's transaction; the company comes from the transaction, never from the payload. */
export async function enqueue(tx: Tx, task: string, payload: Record<string, unknown>, options: { queue?: string; key?: string } = {}) {
  await tx.sql`select app.enqueue(${task}, ${payload}, ${options.queue ?? null}, ${options.key ?? null})`
}

/** Starts the worker on the owner's connection; task bodies get the app role only. */
export async function startJobs(kit: Kit, tasks: Tasks, platform: PlatformTasks = {}, concurrency = 2): Promise<Runner> {
  return run({
    connectionString: kit.config.ownerUrl,
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    maxPoolSize: concurrency + 2,
    crontab: Object.entries(platform)
      .map(([name, { cron }]) => `${cron} ${name} ?max=3&jobKey=${name}`)
      .join('\n'),
    taskList: Object.fromEntries([
      ...Object.entries(platform).map(([name, task]) => [name, () => task.run(kit)] as const),
      ...Object.entries(tasks).map(
        ([name, task]) =>
          [
            name,
            async (raw: unknown) => {
              const payload = raw as Record<string, unknown> & { company_id: number | null }
              const { company_id } = payload
              // A mail to an operator belongs to no company.
              if (company_id === null) await acrossCompanies(kit.pool, (tx) => task({ tx, kit, payload, company_id: 0 }))
              else await inCompany(kit.pool, company_id, (tx) => task({ tx, kit, payload, company_id }))
            },
          ] as const,
      ),
    ]),
    logger: quiet(),
  })
}
const quiet = () =>
  new Logger(() => (level, message) => {
    if (level === 'error') process.stderr.write(`${JSON.stringify({ level: 50, msg: String(message).slice(0, 500) })}\n`)
  })
