// What is in the database: its clock, its queue, the accounts of the demonstration, the files and the key that it names.
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { isReal } from '#server/demo-access.ts'
import { readKey } from '#server/installation-key.ts'
import { unseal } from '#server/seal.ts'
import { openStorage } from '#server/storage_s3.ts'
import { isDemoPicture } from '../demo/pictures.ts'
import { type Env, type Finding, fault, fine, warning } from './finding.ts'

const OFF_BY = 5
/** Tries after which a mail that waits is a fault of something. */
const MANY_TRIES = 3
const RECENT = '7 days'
/** Letters of a picture's hash, with which the names of its files begin. */
const HASH = 32

export async function clock(owner: pg.Client): Promise<Finding[]> {
  const began = Date.now()
  const { rows } = await owner.query<{ now: Date; newest: Date | null; doubted_at: Date | null; believed_at: Date }>(
    `select clock_timestamp() as now, (select max(received_at) from orders) as newest, w.doubted_at, w.believed_at
     from (select 1) x left join clock_watch w on true`,
  )
  const here = (began + Date.now()) / 2
  const off = Math.round(((rows[0]?.now.getTime() ?? here) - here) / 1000)
  const set = 'Ligue a sincronização nas duas máquinas (timedatectl set-ntp true).'
  if (Math.abs(off) > OFF_BY) return [fault(`O relógio do banco difere ${off} s do desta máquina.`, set)]
  const { doubted_at = null, believed_at } = rows[0] ?? {}
  if (doubted_at && believed_at)
    return [
      fault(
        `O relógio saltou de ${believed_at.toISOString()} para ${doubted_at.toISOString()}: exclusões definitivas, limpezas, cobranças e a retirada de backups antigos esperam; pagamentos contam a partir do dia de antes do salto.`,
        `${set} Se ele está certo, diga-o em Plataforma; senão valem depois de 24 horas sem outro salto.`,
      ),
    ]
  const ahead = Math.round(((rows[0]?.newest?.getTime() ?? 0) - here) / 1000)
  if (ahead > 60) return [fault(`Há pedidos de ${ahead} s no futuro: o relógio andou para trás.`, set)]
  return [fine('Relógio certo com o do banco')]
}
/** Accounts that anyone may have made in companies of the demonstration before its mark passed on: they open everywhere. */
export async function unmarkedAccounts(owner: pg.Client): Promise<Finding[]> {
  const { rows } = await owner.query<{ n: number; name: string }>(
    `select count(*)::int as n, min(c.name) as name from users u join companies c on c.id = u.company_id
     where app.is_demo_company(c.id) and c.deleted_at is null and not u.demo and not u.is_visitor and u.active
       and u.deleted_at is null and u.password_hash is not null having count(*) > 0`,
  )
  return rows.map(({ n, name }) =>
    warning(
      `${n} contas feitas na demonstração entram de fora (empresa ${name}).`,
      'Se a empresa é de verdade, dê-lhe um administrador seu; se não, feche-as: npm run operator -- demo remove',
    ),
  )
}
/** Accounts whose password stands in the README, where others than this machine may use them. */
export async function demoAccounts(owner: pg.Client, config: Config): Promise<Finding[]> {
  if (config.demo !== 'open') return []
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from users u left join companies c on c.id = u.company_id
     where u.demo and u.active and u.deleted_at is null and u.password_hash is not null and u.level > 0 and c.deleted_at is null`,
  )
  const n = rows[0]?.n ?? 0
  const close = 'Defina DEMO=0, ou feche-as de vez: npm run operator -- demo remove'
  const outside = isReal(process.env, config)
  if (n === 0) return []
  return outside
    ? [fault(`${n} contas da demonstração entram de fora (DEMO=1), com a senha que está no README.`, close)]
    : [warning(`Com DEMO=1, um proxy nesta máquina abriria ${n} contas da demonstração a quem chega de fora.`, close)]
}
export async function queue(owner: pg.Client): Promise<Finding[]> {
  const { rows } = await owner.query<{
    late: number
    dead: number
    task: string | null
    mails: number
    returned: number
  }>(
    `select count(*) filter (where attempts < max_attempts and locked_at is null and run_at < now() - interval '10 minutes')::int as late,
       count(*) filter (where attempts >= max_attempts)::int as dead,
       min(task_identifier) filter (where attempts >= max_attempts) as task,
       (select count(*)::int from mails where status = 'espera'
         and (created_at < now() - interval '1 hour' or tries > ${MANY_TRIES})) as mails,
       (select count(*)::int from mails where status = 'devolvida' and created_at > now() - interval '${RECENT}') as returned
     from graphile_worker.jobs`,
  )
  const { late = 0, dead = 0, task = null, mails = 0, returned = 0 } = rows[0] ?? {}
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
    out.push(
      warning(
        `${mails} e-mails esperam há mais de uma hora, ou depois de muitas tentativas.`,
        'npm run operator -- mails mostra por quê.',
      ),
    )
  if (returned > 0)
    out.push(
      warning(
        `${returned} e-mails foram devolvidos nos últimos 7 dias.`,
        'npm run operator -- mails mostra por quê; retry NÚMERO envia um deles outra vez.',
      ),
    )
  return out.length > 0 ? out : [fine('Fila em dia')]
}
export async function files(owner: pg.Client, at: { dataDir: string; s3Url: string }): Promise<Finding[]> {
  const { rows } = await owner.query<{ hash: string; type: string }>('select distinct hash, type from files')
  const storage = await openStorage(at)
  const there = new Set<string>()
  for await (const names of storage.writtenBefore(new Date(8.64e15))) for (const name of names) there.add(name)
  const begun = new Set([...there].map((name) => name.slice(0, HASH)))
  const lost = rows
    .filter(({ hash }) => !(isDemoPicture(hash) && begun.has(hash)))
    .map(({ hash, type }) => `${hash}-original.${type}`)
    .filter((name) => !there.has(name))
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
export async function rightKey(owner: pg.Client, env: Env, dataDir: string): Promise<Finding[]> {
  const { rows } = await owner.query<{ company_id: string; integration_id: string; field: string; sealed: Buffer }>(
    'select company_id, integration_id, field, sealed from integration_secrets limit 1',
  )
  const row = rows[0]
  if (!row) return []
  const key = readKey(env, dataDir)
  if (!key) return []
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
