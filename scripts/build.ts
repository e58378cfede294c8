// Builds the web app, its first screen for the server, and everything's brotli twin. Skipped when nothing changed.
// As a program of its own it builds the server's (program.ts), too.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'
import { buildProgram } from './program.ts'
import { nameProgram } from './release.ts'

const STAMP = 'build/stamp'
const LOCK = 'build/building'
/** What the build is made from: names and contents, because copies of it (an image's layers) have other times. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const sources = globSync('{src,public}/**/*.{ts,tsx,css,json}', { exclude: ['**/*.test.ts'] })
  for (const f of [...sources, 'vite.config.ts', 'package.json'].sort()) hash.update(`${f}\n`).update(readFileSync(f))
  return hash.digest('hex')
}
const isBuilt = (from: string) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === from
/** Whether the web is built as its sources are now. */
export const isWebBuilt = () => isBuilt(fingerprint())
/** Builds when something has changed; answers whether. One at a time in a checkout: who
 * comes second waits and finds it done. */
export async function buildWeb(): Promise<boolean> {
  // Where nothing is to be done nothing is written: an image is read only.
  if (isBuilt(fingerprint())) return false
  mkdirSync('build', { recursive: true })
  while (!claim()) await sleep(100)
  try {
    return await buildAlone()
  } finally {
    rmSync(LOCK, { force: true })
  }
}
function claim(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0)
  } catch (error) {
    // Who held it was killed.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(LOCK, { force: true })
  }
  return false
}
// The configuration is read as it is: nothing is written into node_modules, which may be another's.
const QUIET = { logLevel: 'warn' as const, configLoader: 'native' as const }
/** Builds the web app into `folder`/web and the server's first screen into `folder`/server. */
export async function buildPages(folder: string, plugins: Plugin[] = []): Promise<void> {
  // Loaded here: a process that finds everything built does not hold its 40 MB.
  const { build } = await import('vite')
  // React's development build is larger, and no test asks for it.
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({ ...QUIET, plugins, build: { outDir: `${folder}/web` } })
    // With React, which would otherwise choose its development build at each start.
    await build({
      ...QUIET,
      plugins,
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/shell/FirstScreen.tsx',
        outDir: `${folder}/server`,
        rollupOptions: { output: { entryFileNames: 'first-screen.js' } },
      },
    })
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
  }
}
async function buildAlone(): Promise<boolean> {
  const now = fingerprint()
  if (isBuilt(now)) return false
  // A build that fails has emptied the folders: the stamp of the one before would call them whole.
  rmSync(STAMP, { force: true })
  await buildPages('build')
  const { build } = await import('vite')
  await build({
    ...QUIET,
    configFile: false,
    build: {
      lib: { entry: 'src/shell/worker/sw.ts', formats: ['es'], fileName: () => 'sw.js' },
      outDir: 'build/worker',
      emptyOutDir: true,
      target: 'es2023',
      minify: true,
    },
  })
  cpSync('public', 'build/web', { recursive: true })
  mkdirSync('build/web/fonts', { recursive: true })
  const font = readFileSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
  writeFileSync(`build/web/fonts/inter-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`, font)
  for (const f of globSync('build/web/**/*.{js,css,json,svg}')) {
    writeFileSync(`${f}.br`, brotliCompressSync(readFileSync(f), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
  writeFileSync(STAMP, now)
  return true
}
if (process.argv[1] === import.meta.filename) {
  await buildWeb()
  nameProgram(await buildProgram())
}
