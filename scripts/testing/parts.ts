// test/parts.json: the tier of each test file, and the CPU seconds that it took when it was last measured.
import { globSync, readFileSync, writeFileSync } from 'node:fs'

/** `test`: npm test. `full`: npm run test:full. `both`: looks back on each run. */
type Tier = 'test' | 'full' | 'both'
export interface Part {
  tier: Tier
  /** CPU seconds, user and system, of the file's process, of those that it started, and of its PostgreSQL sessions. */
  cpu: number
}
const RECORD = 'test/parts.json'

export const testFiles = (): string[] => globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'e2e/**/*.test.ts']).sort()

export function readParts(): Map<string, Part> {
  const rows = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, [Tier, number]>
  return new Map(Object.entries(rows).map(([file, [tier, cpu]]) => [file, { tier, cpu }]))
}
/** Replaces the seconds of the files in `measured`; the other entries stay. */
export function recordCpu(measured: ReadonlyMap<string, number>): void {
  const rows = [...readParts()].map(([file, { tier, cpu }]) => {
    const seconds = Math.round(measured.get(file) ?? cpu)
    return `  ${JSON.stringify(file)}: ["${tier}", ${seconds}]`
  })
  writeFileSync(RECORD, `{\n${rows.join(',\n')}\n}\n`)
}
/** The part that a file's seconds are added to: a feature, the server, HTTP tests, journeys. */
const partOf = (file: string): string =>
  /^src\/features\/[^/]+/.exec(file)?.[0] ?? /^src\/[^/]+|^[^/]+/.exec(file)?.[0] ?? file

/** Files without an entry, and entries without a file. */
export function partErrors(files: readonly string[], parts: ReadonlyMap<string, Part>): string[] {
  return [
    ...files.filter((file) => !parts.has(file)).map((file) => `${file}: not in ${RECORD}; give it a tier`),
    ...[...parts.keys()].filter((file) => !files.includes(file)).map((file) => `${RECORD}: ${file} does not exist`),
  ]
}
/** CPU seconds by tier and part. */
export function sumByPart(seconds: ReadonlyMap<string, number>, parts: ReadonlyMap<string, Part>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [file, cpu] of seconds) {
    const tier = parts.get(file)?.tier
    const key = tier ? `${tier} ${partOf(file)}` : file
    sums.set(key, (sums.get(key) ?? 0) + cpu)
  }
  return new Map([...sums].sort(([a], [b]) => a.localeCompare(b)))
}
/** Parts whose measured CPU is above the record by more than a quarter and five seconds. */
export function cpuErrors(measured: ReadonlyMap<string, number>, parts: ReadonlyMap<string, Part>): string[] {
  const files = [...measured.keys()].filter((file) => parts.has(file))
  const record = new Map(files.map((file) => [file, parts.get(file)?.cpu ?? 0]))
  const recorded = sumByPart(record, parts)
  return [...sumByPart(measured, parts)].flatMap(([part, cpu]) => {
    const before = recorded.get(part)
    return before === undefined || cpu <= before * 1.25 + 5
      ? []
      : [`${part}: ${cpu.toFixed(0)} CPU seconds, ${before.toFixed(0)} in ${RECORD}`]
  })
}
