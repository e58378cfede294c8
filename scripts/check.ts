// npm run check: the tools that read the code, two at a time. npm run check -- cpu compares the CPU seconds of the last
// npm test -- --cpu with test/parts.json.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpuErrors, readParts } from './testing/parts.ts'

const READERS = ['architecture', 'styles', 'floors', 'documentation', 'asvs', 'asvs_code'].map(
  (name) => `test/${name}.test.ts`,
)
const TOOLS = [
  // The linter's type reader says what the compiler would, from one reading of the program.
  ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  ['knip'],
  ['node', '--test', '--test-isolation=none', '--test-reporter=dot', ...READERS],
  ['biome', 'format'],
]
const failed: string[] = []
// The type reader is written in Go and dies within seconds: it need not tidy its memory as often as it does.
const env = { GOGC: '400', ...process.env }

function run([name = '', ...args]: string[]): Promise<void> {
  const tool = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const said: Buffer[] = []
  tool.stdout.on('data', (piece: Buffer) => said.push(piece))
  tool.stderr.on('data', (piece: Buffer) => said.push(piece))
  return new Promise((done) => {
    const end = (code: number | null) => {
      process.stdout.write(Buffer.concat(said))
      if (code !== 0) failed.push(name)
      done()
    }
    tool.on('error', (error) => {
      said.push(Buffer.from(`${name}: ${error.message}\n`))
      end(1)
    })
    tool.on('close', end)
  })
}
async function worker(): Promise<void> {
  for (let tool = TOOLS.shift(); tool; tool = TOOLS.shift()) await run(tool)
}
const MEASURED = '.test/cpu.json'
function compareCpu(): void {
  if (!existsSync(MEASURED)) {
    process.stdout.write('No measurement: run npm test -- --cpu first.\n')
    failed.push('cpu')
    return
  }
  const measured = new Map(Object.entries(JSON.parse(readFileSync(MEASURED, 'utf8')) as Record<string, number>))
  const errors = cpuErrors(measured, readParts())
  if (errors.length === 0) return
  process.stdout.write(`${errors.join('\n')}\n`)
  failed.push('cpu')
}
if (process.argv.includes('cpu')) compareCpu()
else await Promise.all([worker(), worker()])
if (failed.length > 0) {
  console.error(`check: ${failed.join(', ')}`)
  process.exitCode = 1
}
