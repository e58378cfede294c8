import { rm, stat } from 'node:fs/promises'
import { acrossCompanies, inCompany } from '#server/db.ts'
import type { PlatformTasks, Tasks } from '#server/jobs.ts'
import { draw, NotDrawn } from './draw.ts'
import { fileOf } from './make.ts'
import { drawingOf, planOf } from './plan.ts'
import { dropOldest, expireBrochures, fail, finish, setDone } from './writes.ts'

/** What a company keeps; the oldest goes first. */
export const MOST_KEPT = 30
/** How often it is told how far a PDF is, and looked whether it is still wanted. */
const BEAT = 400
/** Tries of a drawing: its process may have been killed, or its files replaced by an update. A full disk is not tried
 * again: the reader learns of it at once. */
const MOST_TRIES = 3

export const tasks: Tasks = {
  /** Draws a PDF: read in one transaction, drawn outside of any, named in another together with its row, so that
   * whatever dies half-way leaves no file under a PDF's name. */
  async draw_catalog({ kit, payload, company_id, attempt }) {
    const id = Number(payload.id)
    const within = <T>(work: Parameters<typeof inCompany<T>>[2]) => inCompany(kit.pool, company_id, work)
    const plan = await within((tx) => planOf(kit, tx, id, company_id))
    if (!plan) return
    const stop = new AbortController()
    let done = 0
    let told = -1
    let telling = false
    // Also without progress: whoever took it away waits for nothing, and whoever looks knows that it goes on.
    const beat = async () => {
      if (telling) return
      telling = true
      const now = done
      told = now
      const wanted = await within((tx) => setDone(tx, id, now, kit.clock.now())).catch(() => true)
      telling = false
      if (!wanted) stop.abort()
    }
    const beating = setInterval(() => void beat(), BEAT)
    const halves: string[] = []
    try {
      const made = { products: plan.products, page_count: 0, bytes: 0, files: plan.volumes.length, said: plan.said }
      for (const n of plan.volumes.keys()) {
        const before = done
        const job = await drawingOf(kit, plan, n)
        halves.push(job.target)
        made.page_count += await draw(
          job,
          (products) => {
            done = before + products
            if (told <= 0) void beat()
          },
          stop.signal,
        )
        made.bytes += (await stat(job.target)).size
        await kit.storage.ahead(job.target, fileOf(plan.token, n + 1))
      }
      clearInterval(beating)
      await within(async (tx) => {
        if (!(await finish(tx, id, made))) {
          stop.abort()
          throw new NotDrawn(null)
        }
        for (const [n, half] of halves.entries()) await kit.storage.place(half, fileOf(plan.token, n + 1))
      })
    } catch (error) {
      for (const half of halves) await rm(half, { force: true })
      // Taken away by somebody: that is no failure.
      if (stop.signal.aborted) return
      const why =
        (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'disco' : error instanceof NotDrawn ? error.why : ''
      if (why || attempt >= MOST_TRIES) await within((tx) => fail(tx, id, why))
      throw error
    } finally {
      clearInterval(beating)
    }
    for (const token of await within((tx) => dropOldest(tx, MOST_KEPT, kit.clock.now())))
      await kit.storage.removeAll(token)
  },
}
export const platformTasks: PlatformTasks = {
  /** PDFs whose 30 days are over. */
  expire_catalogs: {
    cron: '17 * * * *',
    irreversible: true,
    async run(kit) {
      for (const token of await acrossCompanies(kit.pool, (tx) => expireBrochures(tx, kit.clock.now())))
        await kit.storage.removeAll(token)
    },
  },
}
