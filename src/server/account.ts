// Accounts of the operating system, as a person types them.
import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

/** The name of an account, or #number where it has none. */
export function accountName(uid: number): string {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  return lines.map((l) => l.split(':')).find((l) => l[2] === String(uid))?.[0] ?? `#${uid}`
}
/** The line that repeats the running command as another account, on the same data folder. */
export function lineAs(uid: number, dataDir: string): string {
  const as = uid === 0 ? 'sudo' : `sudo -u ${quoted(accountName(uid))}`
  return `${as} env DATA_DIR=${quoted(dataDir)} ${typedCommand()}`
}
/** The command as it was typed: by npm where npm runs this very script, else by node. */
function typedCommand(): string {
  const { npm_lifecycle_event: name = '', npm_lifecycle_script: text = '', PWD = process.cwd() } = process.env
  const [, path = '', ...words] = process.argv
  // A server is a child of npm start, and of nothing else.
  const isServer = basename(path).startsWith('server.')
  const script = isServer ? join(dirname(dirname(import.meta.dirname)), 'scripts/start.ts') : path
  const typed = isServer ? [] : words
  const [before, own] = text.split(`scripts/${basename(script)}`)
  if (before !== undefined && own !== undefined) {
    const args = typed.slice(own.split(' ').filter(Boolean).length).map(quoted)
    return `npm ${name === 'start' ? name : `run ${name}`}${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`
  }
  const near = relative(PWD, script)
  return ['node', near.startsWith('..') ? script : near, ...typed].map(quoted).join(' ')
}
export const runningAs = () => userInfo({ encoding: 'utf8' }).username
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
