// npm run check: every tool that reads the code, two at a time; each one's words together, all that fail said.
import { spawn } from 'node:child_process'

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
await Promise.all([worker(), worker()])
if (failed.length > 0) {
  console.error(`check: ${failed.join(', ')}`)
  process.exitCode = 1
}
