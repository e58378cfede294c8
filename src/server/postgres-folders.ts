// The folders of the embedded database and its programs, for the account that it runs as.
import { chmodSync, cpSync, existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { accountName, lineAs, runningAs } from './account.ts'
import { makeFolder } from './make-folder.ts'
import { ACCOUNT, type Home } from './postgres_home.ts'
import { CannotStart } from './settings.ts'

/** Refuses the database of another account before anything of it is changed. */
export function assertAccount(dataDir: string, { home, ids }: Home, sockets: string): void {
  const mine = ids?.uid ?? process.getuid?.()
  const ownerOf = (path: string) => (existsSync(path) ? statSync(path).uid : mine)
  const data = join(home, 'data')
  const owner = ownerOf(data)
  if (owner === undefined || mine === undefined) return
  if (owner !== mine)
    throw new CannotStart(
      `O banco em ${data} é da conta ${accountName(owner)}, e este comando roda como ${runningAs()}: nada foi tocado. Rode-o assim: ${lineAs(isServiceAccount(owner) ? 0 : owner, dataDir)}`,
    )
  const foreign = [home, sockets].find((path) => ownerOf(path) !== mine)
  if (foreign && !ids)
    throw new CannotStart(
      `A pasta ${foreign} é da conta ${accountName(ownerOf(foreign) as number)}, e o banco roda como ${runningAs()}. Devolva-a: sudo chown -R ${runningAs()}: ${foreign}`,
    )
}
/** The account that a start as root gives to the database: nobody signs in as it. */
const isServiceAccount = (uid: number) => accountName(uid) === ACCOUNT
/** Makes the folders, readable for that account whatever the umask; answers where the programs are. */
export function prepareFolders(
  { home, ids, elsewhere, copies, binaries }: Home,
  sockets: string,
  own: (folder: string) => void,
): string {
  // Root makes them for another account, and a umask of 077 would close them to it.
  const before = ids && process.umask(0o022)
  try {
    makeFolder(home, 0o755)
    makeFolder(sockets)
    if (dirname(sockets) !== home) assertMade(sockets, ids?.uid ?? process.getuid?.())
    own(home)
    own(sockets)
    if (elsewhere) openFolder(dirname(home))
    const programs = copies ? copyPrograms(binaries, join(home, 'native')) : binaries
    for (const bin of ['postgres', 'initdb'].map((b) => join(programs, 'bin', b)))
      if ((statSync(bin).mode & 0o111) !== 0o111) chmodSync(bin, 0o755)
    return programs
  } finally {
    if (before !== undefined) process.umask(before)
  }
}
/** Refuses a folder that another account has made first: in the system's folder for temporary files every one may. */
function assertMade(folder: string, mine: number | undefined): void {
  const made = lstatSync(folder)
  if (mine === undefined || (made.isDirectory() && [0, mine].includes(made.uid))) return
  throw new CannotStart(
    `${folder}, em que o banco teria o seu socket, é de outra conta (${accountName(made.uid)}) ou um link. Apague-a, ou dê a DATA_DIR um caminho mais curto.`,
  )
}
/** An earlier start under a umask of 077 may have closed a folder of root's. */
function openFolder(folder: string): void {
  const { uid, mode } = statSync(folder)
  if (uid === 0 && (mode & 0o005) !== 0o005) chmodSync(folder, 0o755)
}
/** Copies the programs where the account can reach them: beside, synced, then renamed. */
function copyPrograms(from: string, to: string): string {
  const isOpen = (folder: string) => existsSync(folder) && (statSync(folder).mode & 0o005) === 0o005
  if (existsSync(join(to, 'bin/postgres')) && isOpen(to) && isOpen(join(to, 'lib'))) return to
  const part = `${to}.part`
  for (const folder of [part, to]) rmSync(folder, { recursive: true, force: true })
  cpSync(from, part, { recursive: true, verbatimSymlinks: true })
  if (process.platform === 'linux') execFileSync('sync', ['-f', part])
  renameSync(part, to)
  return to
}
