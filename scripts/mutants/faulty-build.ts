// The web app built with a fault in one module, for journeys to open.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPages } from '../build.ts'
import type { Fault } from './fault.ts'

/** A copy of the build in which the module `name` has the fault; null when it does not build. */
export async function buildFaulty(
  name: string,
  source: string,
  { start, end, text }: Fault,
): Promise<{ root: string; remove(): void } | null> {
  mkdirSync('.test', { recursive: true })
  // Inside of the checkout: the server's half imports packages.
  const root = mkdtempSync(resolve('.test/build-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  const faulty = source.slice(0, start) + text + source.slice(end)
  const path = resolve(name)
  try {
    await buildPages(root, [
      { name: 'fault', enforce: 'pre', load: (id) => (id.split('?')[0] === path ? faulty : undefined) },
    ])
  } catch {
    remove()
    return null
  }
  cpSync('build/worker', join(root, 'worker'), { recursive: true })
  cpSync('public', join(root, 'web'), { recursive: true })
  cpSync('build/web/fonts', join(root, 'web/fonts'), { recursive: true })
  return { root, remove }
}
