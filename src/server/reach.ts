// The database at the start: one that is away or takes no writes is waited for, one that refuses us is said.
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseClient, type DatabaseFault, hostsOf, isReadOnly, placeOf, READ_ONLY } from './database-address.ts'
import { sqlState } from './db.ts'
import { CannotStart } from './settings.ts'

const PATIENCE = 60
const LONGEST_WAIT = 5000
type Setting = 'DATABASE_URL' | 'DATABASE_OWNER_URL'
interface Place {
  setting: Setting
  where: string
}
/** What waiting does not mend, by the code or the words of PostgreSQL, its pooler, Node or OpenSSL. */
const REFUSED: [RegExp, (at: Place, found: string) => [says: string, todo: string]][] = [
  [
    /^28P01$/,
    ({ setting, where }) => [
      `O PostgreSQL em ${where} recusou o usuário ou a senha de ${setting}.`,
      'Corrija-os no endereço, ou dê ao papel esta senha (alter role … password).',
    ],
  ],
  [
    /^28000$/,
    ({ setting, where }) => [
      `O PostgreSQL em ${where} recusou o acesso de ${setting}.`,
      'Confira o papel e as regras de pg_hba.conf.',
    ],
  ],
  [
    /^3D000$/,
    ({ setting, where }) => [
      `O banco de dados de ${setting} (${where}) não existe.`,
      'Crie-o e os papéis com o que npm run db:roles mostra.',
    ],
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ({ setting, where }) => [
      `O certificado do PostgreSQL em ${where} é de outro nome.`,
      `Use em ${setting} o nome que está nele.`,
    ],
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    ({ where }) => [`O certificado do PostgreSQL em ${where} venceu.`, 'Renove-o no servidor do banco.'],
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED/,
    ({ setting, where }, code) => [
      `O certificado do PostgreSQL em ${where} não é de uma autoridade conhecida (${code}).`,
      `Dê o certificado da autoridade em ${setting} (…?sslmode=verify-full&sslrootcert=/pasta/ca.pem), ou em NODE_EXTRA_CA_CERTS.`,
    ],
  ],
  [
    /does not support SSL/,
    ({ setting, where }) => [
      `O PostgreSQL em ${where} não usa TLS, e ${setting} o pede.`,
      'Ligue ssl no servidor, ou retire sslmode do endereço.',
    ],
  ],
  [
    /unsupported startup parameter/,
    ({ where }) => [
      `O pooler em ${where} não aceita statement_timeout.`,
      'Em pgbouncer.ini: ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout (docs/scale.md).',
    ],
  ],
]
/** Why a connection is refused for good; undefined where waiting may help. */
export function refusalOf(error: unknown, url: string, setting: Setting): DatabaseFault | undefined {
  const words = [sqlState(error) ?? '', (error as Error).message]
  for (const [pattern, inWords] of REFUSED) {
    const found = words.find((w) => pattern.test(w))
    if (found === undefined) continue
    const [says, todo] = inWords({ setting, where: placeOf(url) }, found)
    return { says, todo }
  }
}
/** A server that answers and takes no writes. */
export const readOnlyFault = (url: string, setting: Setting): DatabaseFault => ({
  says: `O banco de dados em ${placeOf(url)} só aceita leitura: é uma réplica, ou ainda não assumiu.`,
  todo: `Dê em ${setting} o endereço do servidor que aceita gravação, ou os de todos: postgresql://…@um:5432,outro:5432/banco.`,
})
/** What may pass. */
function passing(why: string, url: string, setting: Setting, seconds: string): DatabaseFault {
  const where = placeOf(url)
  if (why === READ_ONLY) return readOnlyFault(url, setting)
  if (why === '53300')
    return {
      says: `O banco de dados em ${where} não tem conexões livres (${why}).`,
      todo: 'Aumente max_connections no PostgreSQL, ou ponha um pooler na frente (docs/scale.md).',
    }
  return {
    says: `O banco de dados em ${where} não ${seconds ? `respondeu em ${seconds} segundos` : 'responde'} (${why}).`,
    todo: `Confira ${setting} e se o servidor está no ar.`,
  }
}
/** Waits until the database takes a connection and writes, trying again a little later each time. Answers its address, of
 * several hosts that of the one that takes writes. */
export async function databaseAnswers(
  url: string,
  say: (line: string) => void,
  seconds = PATIENCE,
  setting: Setting = 'DATABASE_URL',
): Promise<string> {
  const begun = Date.now()
  let said = ''
  for (let wait = 250; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    // With the setting that requests use: a pooler that refuses it is met here.
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000, statement_timeout: 5000 })
    client.on('error', () => {})
    let why = READ_ONLY
    try {
      await client.connect()
      if (!(await isReadOnly(client))) return client.address
    } catch (error) {
      const refused = refusalOf(error, url, setting)
      if (refused) throw new CannotStart(`${refused.says} ${refused.todo}`)
      why = sqlState(error) ?? (error as Error).message
    } finally {
      await client.end().catch(() => {})
    }
    const left = seconds - (Date.now() - begun) / 1000
    const { says, todo } = passing(why, url, setting, left <= 0 ? String(seconds) : '')
    if (left <= 0) throw new CannotStart(`${says} ${todo}`)
    if (said !== says) say(`${says} Tentando de novo por ${Math.ceil(left)} segundos.`)
    said = says
    // Hosts of one list follow each other without a wait.
    await sleep(Math.min(wait / hostsOf(url).length, left * 1000))
  }
}
