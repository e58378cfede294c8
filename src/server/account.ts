// Accounts of the operating system, as a person types them.
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The name of an account, or #number where it has none. */
export function accountName(uid: number): string {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  return lines.map((l) => l.split(':')).find((l) => l[2] === String(uid))?.[0] ?? `#${uid}`
}
/** The line that repeats the running command as another account, on the same data folder. */
export function lineAs(uid: number, dataDir: string): string {
  const name = process.env.npm_lifecycle_event ?? 'start'
  const command = name === 'start' ? 'npm start' : `npm run ${name}`
  const args = process.argv.slice(2).map(quoted)
  const as = uid === 0 ? 'sudo' : `sudo -u ${quoted(accountName(uid))}`
  return `${as} env DATA_DIR=${quoted(dataDir)} ${command}${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`
}
export const runningAs = () => userInfo({ encoding: 'utf8' }).username
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
