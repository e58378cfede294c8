// Work for later. A task's body runs inside its company's transaction and may run twice.
import { Logger, type Runner, run } from 'graphile-worker'
import { inCompany, type Tx } from './db.ts'
import type { Kit } from './serve.ts'

type Task = (job: { tx: Tx; kit: Kit; payload: Record<string, unknown>; company_id: number }) => Promise<void>
export type Tasks = Record<string, Task>

/** Enqueues in the caller's transaction; the company comes from the transaction, never from the payload. */
export async function enqueue(tx: Tx, task: string, payload: Record<string, unknown>, options: { queue?: string; key?: string } = {}) {
  await tx.sql`select app.enqueue(${task}, ${payload}, ${options.queue ?? null}, ${options.key ?? null})`
}

/** Starts the worker on the owner's connection; task bodies get the app role only. */
export async function startJobs(kit: Kit, tasks: Tasks, concurrency = 2): Promise<Runner> {
  return run({
    connectionString: kit.config.ownerUrl,
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    maxPoolSize: concurrency + 2,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        async (raw: unknown) => {
          const payload = raw as Record<string, unknown> & { company_id: number }
          await inCompany(kit.pool, payload.company_id, (tx) => task({ tx, kit, payload, company_id: payload.company_id }))
        },
      ]),
    ),
    logger: quiet(),
  })
}
const quiet = () =>
  new Logger(() => (level, message) => {
    if (level === 'error') process.stderr.write(`${JSON.stringify({ level: 50, msg: String(message).slice(0, 500) })}\n`)
  })
