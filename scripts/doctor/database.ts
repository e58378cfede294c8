// The database: who we are there, whether its walls stand, and whether what it names is on the disk.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrationFiles, migrationState } from '#server/migrations.ts'
import { answeringEmbedded, livingEmbedded } from '#server/postgres.ts'
import { findRoleFault } from '#server/safety.ts'
import { unseal } from '#server/seal.ts'
import { CannotStart } from '#server/settings.ts'
import { openStorage } from '#server/storage_s3.ts'
import { assertEmbedded } from '../open-installation.ts'
import { damagedRows } from './damaged-rows.ts'
import { type Env, type Finding, fault, fine, looked, warning } from './finding.ts'
import { installationKey } from './installation-key.ts'

const OLDEST = 16
const OFF_BY = 5

export async function database(env: Env, dataDir: string): Promise<Finding[]> {
  const own = env.DATABASE_URL ?? ''
  if (!own) {
    const missing = noInstallation(dataDir)
    if (missing) return [missing]
  }
  const embedded = own ? undefined : (livingEmbedded(dataDir) ?? (await answeringEmbedded(dataDir)))
  if (!own && !embedded)
    return [
      warning('O banco embutido não está no ar: o que está nele não foi examinado.', 'Inicie com npm start e repita.'),
    ]
  const appUrl = own || (embedded?.url('app') ?? '')
  const ownerUrl = env.DATABASE_OWNER_URL || own || (embedded?.url('owner') ?? '')
  const app = await connected(appUrl)
  const owner = await connected(ownerUrl)
  try {
    for (const c of [app, owner])
      if (typeof c === 'string')
        return [
          fault(
            `O banco de dados não aceita a conexão (${c}).`,
            'Confira DATABASE_URL, DATABASE_OWNER_URL e se o PostgreSQL está no ar.',
          ),
        ]
    const [a, o] = [app as pg.Client, owner as pg.Client]
    const out = await looked('Papéis', () => roles(a, o, own !== ''))
    const schema = await looked('Migrações', () => migrations(o))
    out.push(...schema)
    // Without its tables there is nothing else to ask.
    if (schema.some((f) => f.level === 'erro')) return out
    out.push(...(await looked('Separação entre empresas', () => walls(o))))
    out.push(...(await looked('Relógio', () => clock(o))))
    out.push(...(await looked('Fila', () => queue(o))))
    out.push(...(await looked('Arquivos', () => files(o, { dataDir, s3Url: env.S3_URL ?? '' }))))
    out.push(...(await looked('Linhas', () => damagedRows(o))))
    out.push(...(await looked('APP_KEY', () => rightKey(o, env, dataDir))))
    out.push(...(await looked('APP_KEY', () => installationKey(o, env, dataDir))))
    return out
  } finally {
    for (const c of [app, owner]) if (typeof c !== 'string') await c.end().catch(() => {})
  }
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
async function connected(url: string): Promise<pg.Client | string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return (error as { code?: string }).code ?? (error as Error).message
  }
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
async function clock(owner: pg.Client): Promise<Finding[]> {
  const began = Date.now()
  const { rows } = await owner.query<{ now: Date; newest: Date | null }>(
    'select clock_timestamp() as now, (select max(received_at) from orders) as newest',
  )
  const here = (began + Date.now()) / 2
  const off = Math.round(((rows[0]?.now.getTime() ?? here) - here) / 1000)
  const set = 'Ligue a sincronização nas duas máquinas (timedatectl set-ntp true).'
  if (Math.abs(off) > OFF_BY) return [fault(`O relógio do banco difere ${off} s do desta máquina.`, set)]
  const ahead = Math.round(((rows[0]?.newest?.getTime() ?? 0) - here) / 1000)
  if (ahead > 60) return [fault(`Há pedidos de ${ahead} s no futuro: o relógio andou para trás.`, set)]
  return [fine('Relógio certo com o do banco')]
}
async function queue(owner: pg.Client): Promise<Finding[]> {
  const { rows } = await owner.query<{ late: number; dead: number; task: string | null; mails: number }>(
    `select count(*) filter (where attempts < max_attempts and locked_at is null and run_at < now() - interval '10 minutes')::int as late,
       count(*) filter (where attempts >= max_attempts)::int as dead,
       min(task_identifier) filter (where attempts >= max_attempts) as task,
       (select count(*)::int from mails where status = 'espera' and created_at < now() - interval '1 hour') as mails
     from graphile_worker.jobs`,
  )
  const { late = 0, dead = 0, task = null, mails = 0 } = rows[0] ?? {}
  const out: Finding[] = []
  if (late > 0)
    out.push(
      fault(
        `A fila está parada: ${late} trabalhos esperam há mais de 10 minutos.`,
        'Veja se o Mostruário está no ar, e o log.',
      ),
    )
  if (dead > 0)
    out.push(
      warning(`${dead} trabalhos foram abandonados depois de muitas tentativas (${task}).`, 'Procure a causa no log.'),
    )
  if (mails > 0)
    out.push(warning(`${mails} e-mails esperam há mais de uma hora.`, 'npm run operator -- mails mostra por quê.'))
  return out.length > 0 ? out : [fine('Fila em dia')]
}
async function files(owner: pg.Client, at: { dataDir: string; s3Url: string }): Promise<Finding[]> {
  const { rows } = await owner.query<{ hash: string; type: string }>('select distinct hash, type from files')
  const storage = await openStorage(at)
  const there = new Set<string>()
  for await (const names of storage.writtenBefore(new Date(8.64e15))) for (const name of names) there.add(name)
  const lost = rows.map(({ hash, type }) => `${hash}-original.${type}`).filter((name) => !there.has(name))
  const where = at.s3Url ? 'S3' : 'disco'
  return lost.length === 0
    ? [fine(`${rows.length} fotos, todas no ${where}`)]
    : [
        fault(
          `De ${rows.length} fotos ${lost.length} não estão no ${where} (${lost[0]}).`,
          at.s3Url
            ? 'Confira S3_URL; o que falta volta de um backup: npm run restore numa pasta e num banco vazios, com --keep-files (README, Backup).'
            : 'Confira DATA_DIR, ou traga files/ de um backup.',
        ),
      ]
}
/** Opens one of the ERP keys that are kept. */
async function rightKey(owner: pg.Client, env: Env, dataDir: string): Promise<Finding[]> {
  const { rows } = await owner.query<{ company_id: string; integration_id: string; field: string; sealed: Buffer }>(
    'select company_id, integration_id, field, sealed from integration_secrets limit 1',
  )
  const row = rows[0]
  if (!row) return []
  const key = env.APP_KEY || readFileSync(join(dataDir, 'app.key'), 'utf8').trim()
  const place = { company_id: Number(row.company_id), of: Number(row.integration_id), field: row.field }
  try {
    unseal(key, place, row.sealed)
    return [fine('APP_KEY abre as chaves de ERP')]
  } catch {
    return [
      fault(
        'APP_KEY não é aquela com que as chaves de ERP foram guardadas.',
        'Ponha de volta a de antes (está em settings.env de um backup).',
      ),
    ]
  }
}
