// The database: who we are there, whether its walls stand, and whether what it names is on the disk.
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { DatabaseClient, type DatabaseFault, hostsOf, isReadOnly } from '#server/database-address.ts'
import { migrationFiles, migrationState } from '#server/migrations.ts'
import { answeringEmbedded, livingEmbedded } from '#server/postgres.ts'
import { lastWords } from '#server/postgres-launch-log.ts'
import { embeddedHome } from '#server/postgres_home.ts'
import { whyNot } from '#server/postgres_words.ts'
import { passing, readOnlyFault, refusalOf, type Setting } from '#server/reach.ts'
import { findPoolerFault, findRoleFault, missingConnections } from '#server/safety.ts'
import { CannotStart } from '#server/settings.ts'
import { assertEmbedded } from '../open-installation.ts'
import { clock, demoAccounts, files, queue, rightKey, unmarkedAccounts } from './contents.ts'
import { damagedRows } from './damaged-rows.ts'
import { type Env, type Finding, fault, fine, looked, warning } from './finding.ts'
import { installationKey } from './installation-key.ts'
import { timeZones } from './time-zones.ts'

const OLDEST = 15

/** `config`: null where the settings cannot be read, which has been said. */
export async function database(env: Env, dataDir: string, config: Config | null): Promise<Finding[]> {
  const own = env.DATABASE_URL ?? ''
  if (own && !config) return []
  if (!own) {
    const missing = noInstallation(dataDir)
    if (missing) return [missing]
  }
  const embedded = own ? undefined : (livingEmbedded(dataDir) ?? (await answeringEmbedded(dataDir)))
  if (!own && !embedded) return [stopped(dataDir)]
  const appUrl = own || (embedded?.url('app') ?? '')
  const ownerUrl = env.DATABASE_OWNER_URL || own || (embedded?.url('owner') ?? '')
  const ownerSetting = env.DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  const app = await connected(appUrl, own ? 'DATABASE_URL' : 'embedded')
  const owner = await connected(ownerUrl, own ? ownerSetting : 'embedded')
  try {
    for (const c of [app, owner]) if ('says' in c) return [c]
    const [a, o] = [app as DatabaseClient, owner as DatabaseClient]
    if (await isReadOnly(o)) {
      const { says, todo } = readOnlyFault(ownerUrl, own ? ownerSetting : 'embedded')
      return [fault(says, todo)]
    }
    const out = await looked('Papéis', () => roles(a, o, own !== ''))
    if (own && config) out.push(...(await looked('Conexões', () => connections(a.address, o.address, config))))
    const schema = await looked('Migrações', () => migrations(o))
    out.push(...schema)
    // Without its tables there is nothing else to ask.
    if (schema.some((f) => f.level === 'erro')) return out
    out.push(...(await looked('Separação entre empresas', () => walls(o))))
    out.push(...(await looked('Relógio', () => clock(o))))
    out.push(...(await looked('Fusos horários', () => timeZones(o))))
    out.push(...(await looked('Fila', () => queue(o))))
    if (config) out.push(...(await looked('Demonstração', () => demoAccounts(o, config))))
    out.push(...(await looked('Demonstração', () => unmarkedAccounts(o))))
    out.push(...(await looked('Arquivos', () => files(o, { dataDir, s3Url: env.S3_URL ?? '' }))))
    out.push(...(await looked('Linhas', () => damagedRows(o))))
    out.push(...(await looked('APP_KEY', () => rightKey(o, env, dataDir))))
    out.push(...(await looked('APP_KEY', () => installationKey(o, env, dataDir))))
    return out
  } finally {
    for (const c of [app, owner]) if (!('says' in c)) await c.end().catch(() => {})
  }
}
/** Why the embedded database does not run, where its last launch has said so. */
function stopped(dataDir: string): Finding {
  const { home } = embeddedHome(dataDir, false)
  const [, why] =
    /^O PostgreSQL embutido não pôde começar: (.*)$/s.exec(whyNot(lastWords(home), join(home, 'data')) ?? '') ?? []
  return why
    ? fault(`O banco embutido não pôde começar: ${why}`, 'Faça o que esta frase diz, inicie com npm start e repita.')
    : warning('O banco embutido não está no ar: o que está nele não foi examinado.', 'Inicie com npm start e repita.')
}
/** What other commands refuse (open-installation.ts). */
function noInstallation(dataDir: string): Finding | null {
  try {
    assertEmbedded(dataDir)
    return null
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    const [, says = error.message, todo = ''] =
      /^(.*?): (nada foi .*)$/s.exec(error.message) ?? /^(.*?)\. ([A-Z].*)$/s.exec(error.message) ?? []
    return fault(`${says}.`, todo.replace(/^n/, 'N'))
  }
}
async function connected(url: string, setting: Setting): Promise<DatabaseClient | Finding> {
  // Of several hosts the first that takes writes.
  for (let left = hostsOf(url).length; ; left--) {
    const client = new DatabaseClient({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      statement_timeout: 60_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (left > 1) continue
      const { says, todo } = refusalOf(error, url, setting) ?? passing(error, url, setting)
      return fault(says, todo)
    }
  }
}
async function connections(appUrl: string, ownerUrl: string, config: Config): Promise<Finding[]> {
  const found = (one: DatabaseFault | null, as: typeof fault) => (one ? [as(one.says, one.todo)] : [])
  return [
    ...found(await findPoolerFault(appUrl, ownerUrl), fault),
    ...found(await missingConnections(ownerUrl, config), warning),
  ]
}
async function roles(app: pg.Client, owner: pg.Client, own: boolean): Promise<Finding[]> {
  const about = `select current_user as name, rolsuper or rolbypassrls as free, current_setting('server_version') as version,
    current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as sync from pg_roles where rolname = current_user`
  type Who = { name: string; free: boolean; version: string; major: number; fsync: string; sync: string }
  const a = (await app.query<Who>(about)).rows[0] as Who
  const o = (await owner.query<Who>(about)).rows[0] as Who
  const out: Finding[] = []
  const bound = await findRoleFault(app, o.name)
  if (bound) out.push(fault(bound.says, bound.todo))
  if (o.free && own)
    out.push(warning(`O papel ${o.name} é superusuário.`, 'Em DATABASE_OWNER_URL basta mostruario_owner.'))
  if (a.major < OLDEST) out.push(fault(`O PostgreSQL é ${a.version}; é preciso ${OLDEST} ou mais novo.`, 'Atualize-o.'))
  if (a.fsync === 'off' || a.sync === 'off')
    out.push(
      fault(
        'fsync ou synchronous_commit está desligado: pedidos confirmados podem se perder.',
        'Ligue os dois no PostgreSQL.',
      ),
    )
  return out.length > 0 ? out : [fine(`PostgreSQL ${a.version}, papéis separados`)]
}
async function migrations(owner: pg.Client): Promise<Finding[]> {
  const { none, ahead, behind } = await migrationState(owner)
  if (none)
    return [
      fault(
        'O banco está vazio: nenhuma migração foi feita.',
        'npm start as faz; confira DATABASE_URL se já havia dados.',
      ),
    ]
  if (ahead.length > 0)
    return [
      fault(
        `O banco é de uma versão mais nova que este programa (${ahead[0]}).`,
        'Atualize o programa (git pull, npm ci, npm run build).',
      ),
    ]
  if (behind.length > 0)
    return [
      fault(
        `Faltam ${behind.length} migrações, a partir de ${behind[0]}.`,
        'Reinicie o Mostruário: ele as faz ao começar.',
      ),
    ]
  return [fine(`${migrationFiles().length} migrações feitas`)]
}
async function walls(owner: pg.Client): Promise<Finding[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and has_table_privilege('mostruario_app', c.oid, 'select')
       and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  )
  return rows.length === 0
    ? [fine('Cada empresa só vê o que é seu (RLS ligada)')]
    : [
        fault(
          `A separação entre empresas está desligada em ${rows.map((r) => r.name).join(', ')}.`,
          `Como dono do banco: ${rows.map((r) => `alter table ${r.name} enable row level security, force row level security;`).join(' ')}`,
        ),
      ]
}
