// Draws the demo's missing pictures in child processes and marks each as ready; goes on after a restart.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { Storage } from '#server/storage.ts'

/** Resolves when every picture of the demo is there; `stop` ends the children. */
export function drawMissing(ownerUrl: string, storage: Storage, onDone: (drawn: number) => void): { stop: () => void; done: Promise<void> } {
  const children: ReturnType<typeof spawn>[] = []
  const done = work().catch(() => {})
  return { stop: () => children.forEach((c) => c.kill()), done }

  async function work(): Promise<void> {
    const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
    pool.on('error', () => {})
    try {
      // What a visitor sees first: marks and banners, then the shelf in its order, further views and portraits last.
      const { rows: wishes } = await pool.query<{ hash: string; what: string }>(`
        select f.hash, min(f.thumbhash) as what from files f
          left join product_images i on i.company_id = f.company_id and i.hash = f.hash left join products p on p.company_id = i.company_id and p.id = i.product_id
        where f.type = 'demo' and not f.ready group by f.hash
        order by min(f.thumbhash) like '%"portrait"%', coalesce(min(i.slot), 1) > 1, min(f.thumbhash) not like '%"product"%' desc, min(p."order"), f.hash`)
      const halves = [wishes.filter((_, i) => i % 2 === 0), wishes.filter((_, i) => i % 2 === 1)]
      await Promise.all(halves.filter((half) => half.length > 0).map((half) => draw(pool, half)))
      onDone(wishes.length)
    } finally {
      await pool.end()
    }
  }
  function draw(pool: pg.Pool, wishes: { hash: string; what: string }[]): Promise<void> {
    const child = spawn(process.execPath, ['scripts/demo/pictures/main.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    for (const w of wishes) child.stdin.write(`${JSON.stringify({ hash: w.hash, what: JSON.parse(w.what), target: storage.path(`${w.hash}-0`).replace(/-0$/, '') })}\n`)
    child.stdin.end()
    const marks: Promise<unknown>[] = []
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { hash, thumbhash } = JSON.parse(line) as { hash: string; thumbhash: string }
      marks.push(pool.query("update files set ready = true, thumbhash = $2 where hash = $1 and type = 'demo'", [hash, thumbhash]).catch(() => {}))
    })
    return new Promise((end) => child.on('exit', () => void Promise.all(marks).then(() => end())))
  }
}
