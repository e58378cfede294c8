// Errors of the system that end a start or a command, as sentences: what is wrong with the machine, and what to do.
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { accountName, lineAs, runningAs } from './account.ts'
import { sqlState } from './db.ts'
import { noRoom } from './postgres_words.ts'
import { CannotStart } from './settings.ts'

/** PostgreSQL's code for a full disk is 53100. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
const DENIED = new Set(['EACCES', 'EPERM'])

/** The sentence for `error`, or null where it is a fault of the program. */
export function asCannotStart(error: unknown, dataDir: string): CannotStart | null {
  const code = sqlState(error) ?? ''
  const { cause } = error as Error
  if (!code && cause) return asCannotStart(cause, dataDir)
  const { path = dataDir, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string }
  const place = nearestTo(dest ?? path)
  if (FULL.has(code)) return new CannotStart(capitalized(noRoom(place)))
  if (DENIED.has(code)) return new CannotStart(denied(dest ?? path, place, dataDir))
  if (code === 'EROFS')
    return new CannotStart(`O disco de ${place} é só de leitura. Corrija isto (mount), ou use outra DATA_DIR.`)
  if (code === 'ENOTDIR' || (code === 'EEXIST' && dataDir.startsWith(path)))
    return new CannotStart(`${path} não pode ser uma pasta: há um arquivo no caminho. Corrija DATA_DIR.`)
  if (code === 'ENOENT' && syscall === 'mkdir')
    return new CannotStart(`A pasta ${path} não existe e não pode ser criada. Corrija DATA_DIR.`)
  if (code === 'ENAMETOOLONG' || code === 'ELOOP')
    return new CannotStart(`${path.slice(0, 200)} não serve de caminho (${code}). Corrija DATA_DIR.`)
  if (code === 'EIO' || code === 'ESTALE')
    return new CannotStart(`O disco de ${path} não responde (${code}). Confira-o (dmesg, mount).`)
  if (code === 'EMFILE' || code === 'ENFILE')
    return new CannotStart('Há arquivos abertos demais. Aumente o limite (ulimit -n 65536; systemd: LimitNOFILE).')
  return null
}
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
function denied(path: string, place: string, dataDir: string): string {
  const { uid } = statSync(place)
  const mine = uid === process.getuid?.()
  const says = `A conta ${runningAs()} não pode usar ${path}`
  if (mine) return `${says}. Corrija as permissões: chmod u+rwX ${place}`
  // What lies above the data folder may be the system's: it changes no owner.
  const ours = place === dataDir || place.startsWith(`${dataDir}/`)
  return `${says}, da conta ${accountName(uid)}. Inicie assim: ${lineAs(uid, dataDir)}${ours ? `; ou devolva a pasta: sudo chown -R ${runningAs()}: ${place}` : '; ou dê outra DATA_DIR'}`
}
/** The path, or the folder nearest to it that exists. */
export function nearestTo(path: string): string {
  let at = path
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}
