// What a server loads when it starts, followed from import to import: what only some requests need comes with the first
// of them. Each of these libraries costs between 3 and 40 MB, in every process, for as long as it runs.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
/** Imports that are done at once: no types, nothing that is imported later. */
const atOnce = (text: string) =>
  [...text.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm)].map((m) => m[1] as string)
/** Every package that these files load at once, with the file that names it. */
function loaded(...entries: string[]): { files: Set<string>; packages: Map<string, string> } {
  const files = new Set<string>()
  const packages = new Map<string, string>()
  const walk = (path: string) => {
    if (files.has(path) || !existsSync(join(root, path))) return
    files.add(path)
    for (const name of atOnce(readFileSync(join(root, path), 'utf8'))) {
      if (name.startsWith('#')) walk(`src/${name.slice(1)}`)
      else if (name.startsWith('.')) walk(relative(root, join(root, dirname(path), name)))
      else if (!name.startsWith('node:')) packages.set(name, path)
    }
  }
  for (const entry of entries) walk(entry)
  return { files, packages }
}
const LATER =
  /^(sharp|pdfkit|fontkit|bwip-js|qrcode|sanitize-html|nodemailer|web-push|yazl|vite|ical-generator|rrule-temporal|hucre(\/xlsx)?|@aws-sdk\/.*)$/

test('a server that only sells loads nothing that draws paper, decodes pictures, cleans HTML, writes mails or builds the web', () => {
  const { files, packages } = loaded('scripts/server.ts', 'scripts/start.ts')
  assert.ok(files.size > 300 && packages.has('fastify') && packages.has('zod/mini'), `${files.size} files are seen`)
  assert.deepEqual(
    [...packages].filter(([name]) => LATER.test(name)).map(([name, file]) => `${file} → ${name}`),
    [],
  )
})
test('twin: what draws a paper does load it, so the test above can see', () => {
  const { packages } = loaded('src/server/paper_pdf.ts', 'src/server/paper_png.ts')
  assert.ok(['pdfkit', 'fontkit', 'sharp'].every((name) => packages.has(name)))
})
