// Which embedded database belongs to a data folder. The data folder names the database's folder (database.json), and that
// one names the data folder (data-folder): a renamed data folder keeps its database, and a copy does not take it.
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { readOrDraw } from './drawn-secret.ts'
import { holdsDatabase } from './postgres-cluster.ts'
import { CannotStart } from './settings.ts'
import { textOfFile } from './text-of-file.ts'

/** Where root keeps databases of data folders that the database's account cannot reach. */
export const FAR = '/var/lib/mostruario'
export const RECORD = 'database.json'
const BACK = 'data-folder'
/** Which database it is: the same number that marks the place of its backups (backup/whose.ts). */
const INSTALLATION = 'installation'

interface DatabaseRecord {
  /** Absolute path of the database's folder. */
  home: string
  installation: string
}
const recordFile = (dataDir: string) => join(dataDir, RECORD)
const textOf = (file: string) => (textOfFile(file) ?? '').trim()
/** The data folder of a database's folder. */
export const dataFolderOf = (home: string) => textOf(join(home, BACK)) || dirname(home)
const nearOf = (dataDir: string) => join(resolve(dataDir), 'pg')
export const hasDatabase = (home: string) =>
  existsSync(join(home, 'data/PG_VERSION')) || holdsDatabase(join(home, 'data'))

/** What the data folder records; null before its first start with this version. */
function readRecord(dataDir: string): DatabaseRecord | null {
  const text = textOf(recordFile(dataDir))
  if (!text) return null
  try {
    const { home, installation } = JSON.parse(text) as Record<string, unknown>
    if (typeof home === 'string' && typeof installation === 'string')
      return { home: resolve(dataDir, home), installation }
  } catch {
    // said below
  }
  throw new CannotStart(
    `${recordFile(dataDir)} não se lê. Corrija-o: {"home": "pg" ou a pasta do banco, "installation": "o que está no arquivo installation dela"}.`,
  )
}
/** Where the database of a data folder is, or where it would be made. `rule`: whether a new one lies in the data folder. */
export function locateDatabase(dataDir: string, far: string, rule: 'near' | 'far'): string {
  const recorded = readRecord(dataDir)
  if (recorded) return recorded.home
  const near = nearOf(dataDir)
  const free = unclaimed(far, dataDir)
  const places = rule === 'near' ? [near, free] : [free, near]
  return places.find(hasDatabase) ?? (places[0] as string)
}
/** `far`, unless it names a data folder, which records it: this one records nothing, so it is another. It may have lost its
 * record where it is the one that is named and holds files. */
function unclaimed(far: string, dataDir: string): string {
  for (let place = far, n = 2; ; place = `${far}-${n++}`) {
    const named = textOf(join(place, BACK))
    if (!named || (named === resolve(dataDir) && holdsFiles(dataDir))) return place
  }
}
/** Folders of databases that belong to this data folder and to no other. */
export function ownFolders(dataDir: string, far: string): string[] {
  const record = readRecord(dataDir)
  const other = record ? (holderOf(dataDir, record) ? null : record.home) : unclaimed(far, dataDir)
  return [...new Set([nearOf(dataDir), ...(other ? [other] : [])])]
}
function isSame(one: string, other: string): boolean {
  if (!(existsSync(one) && existsSync(other))) return false
  const [a, b] = [statSync(one), statSync(other)]
  return a.dev === b.dev && a.ino === b.ino
}
/** Another data folder that has this database: it is named there, and records it still. */
function holderOf(dataDir: string, { home, installation }: DatabaseRecord): string | null {
  const named = textOf(join(home, BACK))
  if (!named || isSame(named, dataDir) || !existsSync(recordFile(named))) return null
  return readRecord(named)?.installation === installation ? named : null
}
/** Whether files of an installation lie here. They are written after its database was made. */
function holdsFiles(dataDir: string): boolean {
  const files = join(dataDir, 'files')
  return existsSync(files) && readdirSync(files, { recursive: true, withFileTypes: true }).some((e) => e.isFile())
}
const ANOTHER = 'Para começar vazio de propósito, dê outra DATA_DIR.'
const BRING = 'ou traga um backup noutra pasta (npm run restore)'

/** Stands in a data folder while a backup is brought back into it. */
export const RESTORING = 'restoring'
/** Refuses a data folder whose database is missing or another folder's. */
export function assertOwnDatabase(dataDir: string, home: string, places: string[]): void {
  const record = readRecord(dataDir)
  if (!record) {
    // A restore brings the files first. A start refuses a folder with its marker.
    if (!hasDatabase(home) && holdsFiles(dataDir) && !existsSync(join(dataDir, RESTORING)))
      throw new CannotStart(
        `Em ${dataDir} há arquivos de uma instalação, mas o banco dela falta (procurei ${places.join(' e ')}). Se a pasta foi renomeada, devolva-lhe o nome; se o banco era de DATABASE_URL, defina-a; se é uma cópia, copie também o banco, parado, ${BRING}. ${ANOTHER}`,
      )
    return
  }
  const holder = holderOf(dataDir, record)
  if (holder && home !== nearOf(dataDir))
    throw new CannotStart(
      `${dataDir} é uma cópia de ${holder}, sem o banco: o de ${home} é daquela. Use aquela pasta, ${BRING}. ${ANOTHER}`,
    )
  if (!hasDatabase(home)) {
    const found = elsewhere(record, places)
    throw new CannotStart(
      `O banco de ${dataDir} falta: ${RECORD} diz que está em ${home}, e lá não há nenhum${found ? `. Ele parece estar em ${found}: mova-o de volta` : ''}. Se fica num disco que não foi montado, monte-o; se a pasta é uma cópia, copie também o banco, parado, ${BRING}. ${ANOTHER}`,
    )
  }
  const there = textOf(join(home, INSTALLATION))
  if (home !== nearOf(dataDir) && there && there !== record.installation)
    throw new CannotStart(
      `O banco em ${home} é de outra instalação que a de ${dataDir}. Corrija ${recordFile(dataDir)}, ${BRING}. ${ANOTHER}`,
    )
}
function elsewhere({ installation }: DatabaseRecord, places: string[]): string | undefined {
  const far = existsSync(FAR) ? readdirSync(FAR).map((name) => join(FAR, name)) : []
  return [...places, ...far].find((home) => textOf(join(home, INSTALLATION)) === installation && hasDatabase(home))
}
/** Writes down that the database in `home` is this data folder's; answers the folder that a full copy came from. */
export function recordDatabase(dataDir: string, home: string): string | null {
  const folder = resolve(dataDir)
  const file = join(home, INSTALLATION)
  const before = readRecord(folder)
  // Only a copy that brought its database along gets here with another holder.
  const copied = before && holderOf(folder, before)
  if (copied) replaceFile(file, randomUUID())
  const installation = readOrDraw(file, randomUUID)
  const near = home === nearOf(folder)
  if (before?.installation !== installation || before.home !== home)
    replaceFile(
      recordFile(folder),
      `${JSON.stringify({ home: near ? relative(folder, home) : home, installation }, null, 2)}\n`,
      0o644,
    )
  // Last: a database that names a data folder is recorded there.
  if (textOf(join(home, BACK)) !== folder) replaceFile(join(home, BACK), folder, 0o644)
  return copied
}
/** Written beside, synced and renamed. */
function replaceFile(file: string, text: string, mode = 0o600): void {
  const part = openSync(`${file}.part`, 'w', mode)
  writeFileSync(part, text)
  fsyncSync(part)
  closeSync(part)
  renameSync(`${file}.part`, file)
}
