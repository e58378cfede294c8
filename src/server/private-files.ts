// What the server writes into the data folder is for its own account: mails, copies of companies, photos.
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { outboxOf } from './mail.ts'
import { FOLDERS } from './storage.ts'

/** For this process and those that it starts; folders of an earlier version are closed. */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(0o077)
  for (const folder of [outboxOf(dataDir), ...FOLDERS.map((name) => join(dataDir, name))])
    try {
      chmodSync(folder, 0o700)
    } catch {
      // It is not there yet, or another account's: the doctor names that one.
    }
}

/** Whoever reads these signs links, opens keys of other systems, or connects to the database past the policies. */
const SECRETS = ['app.key', 'push.key', 'settings.env']
const OTHERS = 0o077
/** Secrets of a data folder and of its database's folder that other accounts of the machine can read or change. */
export const openSecrets = (dataDir: string, home: string): string[] =>
  [...SECRETS.map((name) => join(dataDir, name)), join(home, 'password')].filter(
    (file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0,
  )
/** Closes them at a start, and says so (decision 0094). A mounted one may refuse it. */
export function closeSecrets(dataDir: string, home: string, say: (line: string) => void): void {
  for (const file of openSecrets(dataDir, home))
    try {
      chmodSync(file, 0o600)
      say(
        `${file} podia ser lido ou mudado por outras contas desta máquina; agora é só de uma (chmod 600). Se alguém o leu, troque o que está nele.`,
      )
    } catch (error) {
      say(
        `${file} pode ser lido ou mudado por outras contas desta máquina, e não se deixou fechar (${(error as NodeJS.ErrnoException).code}). Feche-o: chmod 600 ${file}`,
      )
    }
}
