// The server as it runs: one program made of our modules and the checker of shapes, without types and comments, instead
// of six hundred files that are read, stripped and kept one by one (decision 0070). Names stay, so that a log is readable.
// A program lies in a folder of its own contents' name: one that runs goes on reading its own while the next is made.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const PROGRAMS = join(root, 'build/program')
/** What Node compiled of files that it runs as they are written: they start in half the time. */
export const COMPILED = join(root, 'build/compiled')
/** Bundled with ours: it is written so that what nobody uses falls away. All other libraries stay where they are. */
const BUNDLED = ['zod']
/** Those that may still run, after a build or two without a restart. */
const STAY = 4

function fingerprint(entry: string): string {
  const hash = createHash('sha256').update(entry)
  const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'package.json', entry], {
    cwd: root,
    exclude: ['**/*.test.ts'],
  })
  for (const f of files.sort()) hash.update(`${f}\n`).update(readFileSync(join(root, f)))
  return hash.digest('hex').slice(0, 16)
}
/** Where the program of `entry`, as its sources are now, lies once it is made. */
export const programOf = (entry = 'scripts/server.ts'): string =>
  join(PROGRAMS, fingerprint(entry), `${entry.replace(/^.*\/|\.ts$/g, '')}.js`)

/** Makes it where it is missing; answers where it lies. */
export async function buildProgram(entry = 'scripts/server.ts'): Promise<string> {
  const program = programOf(entry)
  if (existsSync(program)) return program
  const folder = dirname(program)
  // Two may make it at a time: it appears whole or not at all, and both have made the same.
  const making = `${folder}.${randomUUID()}`
  mkdirSync(making, { recursive: true })
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      { name: 'where-it-stood', enforce: 'pre', transform: (code, id) => whereItStood(code, id, making) },
      { name: 'spelled', enforce: 'post', generateBundle: (_, files) => spell(files) },
    ],
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: join(root, entry),
      outDir: making,
      emptyOutDir: true,
      minify: false,
      target: 'node24',
      rollupOptions: { output: { comments: false, chunkFileNames: '[name]-[hash].js' } },
    },
  })
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
  for (const old of olderThan(folder)) rmSync(old, { recursive: true, force: true })
  return program
}
/** A module that looks for what lies beside it (pictures, migrations, programs of its own) finds it where it stood. */
function whereItStood(code: string, id: string, folder: string): string | null {
  if (id.includes('node_modules') || !/import\.meta\.(dirname|filename)/.test(code)) return null
  const from = (path: string) => `(import.meta.dirname + ${JSON.stringify(`/${relative(folder, path)}`)})`
  return code.replaceAll('import.meta.dirname', from(dirname(id))).replaceAll('import.meta.filename', from(id))
}
/** One character of another alphabet makes V8 keep two bytes for each of the whole file: 1 MB for a few arrows. */
function spell(files: Record<string, { type: 'chunk'; code: string } | { type: 'asset' }>): void {
  for (const file of Object.values(files))
    if (file.type === 'chunk')
      file.code = file.code.replaceAll(/[^\0-\xff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
function olderThan(folder: string): string[] {
  const made = (path: string) => statSync(path).mtimeMs
  const others = readdirSync(PROGRAMS).map((name) => join(PROGRAMS, name))
  return others
    .filter((path) => path !== folder)
    .sort((a, b) => made(b) - made(a))
    .slice(STAY)
}
