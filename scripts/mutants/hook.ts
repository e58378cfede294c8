// Loaded before a test and by every process that it starts: one module is read with a fault in it. Nothing on the disk
// changes. The first test that fails ends it all.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const { url, start, end, text } = JSON.parse(process.env.MUTANT ?? '{}') as {
  url?: string
  start: number
  end: number
  text: string
}
if (url)
  registerHooks({
    load(asked, context, next) {
      if (asked.split('?')[0] !== url) return next(asked, context)
      const source = readFileSync(fileURLToPath(url), 'utf8')
      return {
        format: 'module-typescript',
        source: source.slice(0, start) + text + source.slice(end),
        shortCircuit: true,
      }
    },
  })
