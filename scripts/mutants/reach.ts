// Which test reaches which place: every test file run once, alone, with V8's coverage; kept, so that a fault is tried
// on those alone that run through it.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

interface Range {
  startOffset: number
  endOffset: number
  count: number
}
export interface Reach {
  /** Of the test file and of what it runs through. */
  version?: string
  ms: number
  /** It fails without any fault: nothing can be learned from it. */
  bad?: true
  /** By source file: what runs and what does not, outermost first. */
  files: Record<string, [from: number, to: number, runs: 0 | 1][][]>
  /** Functions of the database. */
  functions: string[]
}
export interface Ran {
  ok: boolean
  ms: number
  timeout: boolean
  said: string
}
const HOOK = pathToFileURL(join(import.meta.dirname, 'hook.ts')).href
const REPORTER = pathToFileURL(join(import.meta.dirname, 'first_failure.ts')).href

/** Runs one test file until it ends, its first test fails, or it takes too long. */
export function runTest(file: string, env: Record<string, string>, most: number): Promise<Ran> {
  const began = performance.now()
  const args = ['--test-reporter', REPORTER, '--test-reporter-destination', 'stdout', file]
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      NODE_OPTIONS: `--import=${HOOK}`,
      NODE_COMPILE_CACHE: '.test/compiled',
      ...env,
    },
  })
  let said = ''
  let timeout = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-2000)
    })
  // With everything that the test started: they are one group.
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {}
  }
  const clock = setTimeout(() => {
    timeout = true
    end()
  }, most)
  return new Promise((done) =>
    child.on('exit', (code) => {
      clearTimeout(clock)
      end()
      done({ ok: code === 0, ms: performance.now() - began, timeout, said })
    }),
  )
}
/** What one test file reaches of the sources that are asked about. */
export async function reachOf(test: string, sources: Set<string>, called: () => Promise<string[]>): Promise<Reach> {
  const folder = `.test/coverage`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const ran = await runTest(test, { NODE_V8_COVERAGE: folder }, 240_000)
  const files: Reach['files'] = {}
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      result: { url: string; functions: { ranges: Range[] }[] }[]
    }
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue
      const file = relative('', fileURLToPath(url.split('?')[0] as string))
      if (!sources.has(file)) continue
      const ranges = functions.flatMap((f) => f.ranges)
      // Wider ones first: what comes later is inside, and knows better.
      ranges.sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset))
      files[file] ??= []
      files[file].push(ranges.map((r) => [r.startOffset, r.endOffset, r.count > 0 ? 1 : 0]))
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return { ms: ran.ms, ...(!ran.ok && { bad: true as const }), files, functions: await called() }
}
export const runsThrough = (reach: Reach, file: string, at: number) =>
  (reach.files[file] ?? []).some((ranges) => ranges.findLast(([from, to]) => from <= at && at < to)?.[2] === 1)

const KEPT = '.test/reach.json'
export const keptReach = (): Record<string, Reach> =>
  existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Reach>) : {}
export const keepReach = (all: Record<string, Reach>) => writeFileSync(KEPT, JSON.stringify(all))
