// Why the embedded PostgreSQL ended as soon as it was launched, from its last words: what is wrong, and what to do.
import { statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is in its way for a moment only: one that was killed is still ending. */
const PASSES = /lock file ".*" already exists|shared memory block .* is still in use|could not bind|starting up/
const SPACE = /No space left on device|Disk quota exceeded/
const ACCESS = /invalid permissions|wrong ownership|Permission denied/
const MEMORY = /Cannot allocate memory|could not (?:map anonymous|create|resize) shared memory/
const PROGRAMS = /loading shared libraries|ENOENT|EACCES|ENOEXEC/
/** Whether the fault is of the machine or the account, not of the database's files. */
export const isAround = (words: string): boolean => [SPACE, ACCESS, MEMORY, PROGRAMS].some((p) => p.test(words))
/** Less than this, in bytes, and PostgreSQL cannot even write why it ends: its words lie on the same disk. */
const NO_ROOM = 17 * 2 ** 20

/** So few inodes, and neither a start nor PostgreSQL can make the files that they need. */
const FEW_INODES = 32

/** What the disk of a folder has too little of. Some file systems count no inodes. */
function lacks(folder: string): 'space' | 'inodes' | null {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder)
    if (bavail * bsize < NO_ROOM) return 'space'
    return files > 0 && ffree < FEW_INODES ? 'inodes' : null
  } catch {
    return null
  }
}
export function noRoom(folder: string): string {
  const missing = lacks(folder)
  if (missing === 'inodes')
    return `não há mais lugar para arquivos no disco de ${folder} (inodes: df -i). Apague arquivos e inicie outra vez.`
  if (missing === 'space') return `não há mais espaço no disco de ${folder}. Libere espaço e inicie outra vez.`
  // What failed has taken its files away again, or a quota was reached.
  return `faltou espaço ou lugar para arquivos no disco de ${folder} (df -h, df -i, cotas). Libere-o e inicie outra vez.`
}
export const damaged = (data: string): string =>
  `Os arquivos do banco em ${data} faltam ou estão danificados. Guarde esta pasta como está e traga um backup noutra (npm run restore).`
const REASONS: [RegExp, (data: string, found: string) => string][] = [
  [SPACE, noRoom],
  [
    /initialized by PostgreSQL version (\d+)/,
    (data, found) =>
      `o banco em ${data} é do PostgreSQL ${found}, e este programa traz outro. Use o programa com que ele foi feito, ou traga um backup (npm run restore).`,
  ],
  [ACCESS, (data) => `a conta que o roda não pode usar ${data}. Corrija o dono e as permissões (chown -R, chmod 700).`],
  [
    /could not (?:locate a valid checkpoint|find redo)|invalid checkpoint|incorrect checksum in control file|invalid data in|could not (?:open|read) file "(?:global|base|pg_wal|pg_xact|pg_control)|incompatible with server|not a database cluster directory|invalid length of|could not find relation mapping|(?:database|role) "postgres" does not exist/,
    (data) => damaged(data).replace(/^O/, 'o'),
  ],
  [
    /password authentication failed/,
    (data) =>
      `a senha em ${join(dirname(data), 'password')} não é a deste banco. Traga de volta o arquivo de antes (está nos backups), ou um backup noutra pasta (npm run restore).`,
  ],
  [MEMORY, () => 'falta memória nesta máquina. Encerre outros programas, ou dê mais a ela.'],
  [PROGRAMS, () => 'os programas do PostgreSQL faltam ou não rodam aqui. Rode npm ci outra vez.'],
]
/** A sentence; null while it may pass by itself. */
export function whyNot(words: string, data: string, ends = 'terminou logo que começou'): string | null {
  if (PASSES.test(words)) return null
  const said = words ? ` Ele disse: ${words.replace(/\s+/g, ' ').trim()}` : ''
  const before = 'O PostgreSQL embutido não pôde começar:'
  for (const [pattern, why] of REASONS) {
    const [found, first = ''] = pattern.exec(words) ?? []
    if (found !== undefined) return `${before} ${why(data, first)}${said}`
  }
  if (lacks(data)) return `${before} ${noRoom(data)}${said}`
  return `O PostgreSQL embutido ${ends}.${said || ' Não disse por quê.'}`
}
/** Said every 30 seconds while it reads its log after a crash: `at` is what it works on, `before` what it was then. */
export function recoveryWords(seconds: number, at: string, before: string): string {
  const goesOn = `O PostgreSQL embutido ainda se recupera de uma parada brusca (há ${seconds} segundos${at && `, ${at}`}).`
  return at !== '' && at === before
    ? `${goesOn} Nos últimos 30 segundos não avançou: confira o disco (df -h, dmesg) e a memória. A espera continua.`
    : `${goesOn} Isto continua sozinho e pode demorar: não o interrompa.`
}
