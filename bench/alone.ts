// What the parts of the bench share: a row of the results, and a run of one part by itself.
import { startTestDatabase } from '../test/database.ts'
import { startTestApp, type TestApp, UNLIMITED } from '../test/kit.ts'
import { type Server, startServer } from './measure.ts'

/** Name, ours, floor, ratio, goal. */
export type Row = [string, string, string, string, string]
/** Writes a figure that has a goal and no floor. */
export const noter =
  (rows: Row[], say: (line: string) => void) =>
  (name: string, value: number, unit: string, most: number, decimals = 2): void => {
    const shown = `${value.toFixed(decimals)} ${unit}`
    rows.push([name, shown, '—', '—', `≤ ${most} ${unit} ${value <= most ? '✓' : '✗'}`])
    say(`${name}: ${shown} (≤ ${most} ${unit})`)
  }
type Part = (t: TestApp, ours: Server, postmaster: number, rows: Row[], say: (line: string) => void) => Promise<void>

/** `node bench/home.ts`: one part, with a database and a server of its own; its lines are printed, nothing is kept. */
export async function alone(part: Part): Promise<never> {
  const server = await startTestDatabase()
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  process.env.TEST_NOW = t.clock.now().toISOString()
  const ours = await startServer(
    'test/server.ts',
    [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl],
    '/readyz',
  )
  await part(t, ours, server.pid() as number, [], (line) => process.stdout.write(`${line}\n`))
  await ours.stop()
  await t.close()
  await server.stop()
  process.exit(0)
}
