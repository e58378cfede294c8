// The database at the start: one that is away or takes no writes is waited for, one that refuses us is said.
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseClient, type DatabaseFault, hostsOf, isReadOnly, placeOf, READ_ONLY } from './database-address.ts'
import { sqlState } from './db.ts'
import { CannotStart } from './settings.ts'

const PATIENCE = 60
const LONGEST_WAIT = 5000
/** What names the database; the embedded one has no setting. */
export type Setting = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'embedded'
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
  // No setting names the embedded one: only its password can be wrong.
  if (setting === 'embedded')
    return sqlState(error) === '28P01'
      ? {
          says: `O PostgreSQL embutido recusou a senha de ${placeOf(url)}: o arquivo password da pasta do banco não é o dele.`,
          todo: 'Traga de volta o arquivo de antes (está nos backups), ou um backup noutra pasta (npm run restore).',
        }
      : undefined
  const words = [sqlState(error) ?? '', (error as Error).message]
  for (const [pattern, inWords] of REFUSED) {
    const found = words.find((w) => pattern.test(w))
    if (found === undefined) continue
    const [says, todo] = inWords({ setting, where: placeOf(url) }, found)
    return { says, todo }
  }
}
const WRITES_AGAIN = 'alter system reset default_transaction_read_only; select pg_reload_conf();'
/** A server that answers and takes no writes: a standby, or one that was set so by hand. */
export const readOnlyFault = (url: string, setting: Setting): DatabaseFault =>
  setting === 'embedded'
    ? {
        says: 'O PostgreSQL embutido só aceita leitura: default_transaction_read_only está ligado nele.',
        todo: `Desligue-o, como postgres: ${WRITES_AGAIN}`,
      }
    : {
        says: `O banco de dados em ${placeOf(url)} só aceita leitura: é uma réplica, ainda não assumiu, ou default_transaction_read_only está ligado nele.`,
        todo: `Dê em ${setting} o endereço do servidor que aceita gravação, ou os de todos: postgresql://…@um:5432,outro:5432/banco. Se foi ligado à mão, desligue-o: ${WRITES_AGAIN}`,
      }
/** SQLSTATE of a server that takes no connections while it starts, recovers or ends, or that ends one. */
const CHANGING = ['57P01', '57P02', '57P03']
/** What may pass. `seconds` for which it was tried; '' while it is tried, or where it was asked once. */
export function passing(error: unknown, url: string, setting: Setting, seconds = ''): DatabaseFault {
  const why = sqlState(error) ?? (error as Error).message
  const where = setting === 'embedded' ? 'embutido' : `em ${placeOf(url)}`
  if (why === READ_ONLY) return readOnlyFault(url, setting)
  if (CHANGING.includes(why))
    return {
      says: `O PostgreSQL ${where} está iniciando ou encerrando, e não aceita conexões agora (${why}).`,
      todo: 'Tente de novo em instantes. Se continua assim por minutos, veja o log dele.',
    }
  if (why === '53300')
    return {
      says: `O PostgreSQL ${where} não tem conexões livres (${why}).`,
      todo:
        setting === 'embedded'
          ? 'Encerre comandos que ainda trabalham nele, e tente de novo.'
          : 'Aumente max_connections no PostgreSQL, ou ponha um pooler na frente (docs/scale.md).',
    }
  if (setting === 'embedded')
    return {
      says: `O PostgreSQL embutido não responde (${why}).`,
      todo: 'Veja o log do Mostruário, e se ele está no ar; senão inicie-o: npm start.',
    }
  return {
    says: `O banco de dados ${where} não ${seconds ? `respondeu em ${seconds} segundos` : 'responde'} (${why}).`,
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
    let why: unknown = { code: READ_ONLY }
    try {
      await client.connect()
      if (!(await isReadOnly(client))) return client.address
    } catch (error) {
      const refused = refusalOf(error, url, setting)
      if (refused) throw new CannotStart(`${refused.says} ${refused.todo}`)
      why = error
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
