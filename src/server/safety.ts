// What a start refuses: a database that would lose acknowledged orders, a role that row-level security does not bind, or
// a pooler where a connection of its own is needed.
import pg from 'pg'
import type { Config } from './config.ts'
import type { DatabaseFault } from './database-address.ts'
import { isPooled } from './db.ts'
import { OWNER_ROLE } from './postgres_roles.ts'
import { CannotStart } from './settings.ts'

const USE_APP = 'Em DATABASE_URL use mostruario_app (npm run db:roles).'

/** Why the policies do not bind the role of `app`, or null when they do. `owner` is the role of DATABASE_OWNER_URL. A
 * member counts as the owner, without INHERIT too: it may take the role with SET ROLE. */
export async function findRoleFault(app: pg.Client, owner: string): Promise<DatabaseFault | null> {
  const { rows } = await app.query<{ name: string; free: boolean; over: string[] }>(
    `select r.rolname as name, r.rolsuper or r.rolbypassrls as free,
       array(select o.rolname::text from pg_roles o
         where pg_has_role(r.oid, o.oid, 'member') and (o.rolname = any($1) or exists (select from pg_class c
           where c.relowner = o.oid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace))
         order by 1) as over
     from pg_roles r where r.rolname = current_user`,
    [[owner, OWNER_ROLE]],
  )
  const role = rows[0]
  if (!role) return null
  const { name, free, over } = role
  if (free)
    return {
      says: `O papel ${name} ignora a separação entre empresas (superusuário ou BYPASSRLS).`,
      todo: USE_APP,
    }
  if (name === owner)
    return {
      says: `DATABASE_URL e DATABASE_OWNER_URL usam o mesmo papel, ${name}: a separação entre empresas não valeria.`,
      todo: 'Use mostruario_app na primeira e mostruario_owner na segunda (npm run db:roles).',
    }
  if (over.includes(name))
    return {
      says: `O papel ${name} é dono de tabelas: a separação entre empresas não valeria para ele.`,
      todo: USE_APP,
    }
  if (over.length > 0)
    return {
      says: `O papel ${name} é membro de ${over.join(', ')}: a separação entre empresas não valeria para ele.`,
      todo: `Retire-o (${over.map((o) => `revoke ${o} from ${name}`).join('; ')}), ou use outro papel em DATABASE_URL (npm run db:roles).`,
    }
  return null
}
const POOLER = 'um pooler que dá a cada transação outra conexão'
/** How often two connections are compared: other servers may take the shared one in between. */
const COMPARED = 5
/** Whether two connections to an address share one session of PostgreSQL, as behind a pooler in transaction mode. */
async function sharesSessions(url: string): Promise<boolean> {
  const pid = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  return connected(url, (one) =>
    connected(url, async (other) => {
      for (let n = 0; n < COMPARED; n++) {
        const first = await pid(one)
        await other.query('begin')
        const second = await pid(other)
        await other.query('rollback')
        if (first === second) return true
      }
      return false
    }),
  )
}
/** A pooler in transaction mode where its setting is missing, or before the owner's connections. */
export async function findPoolerFault(appUrl: string, ownerUrl: string): Promise<DatabaseFault | null> {
  if (await sharesSessions(ownerUrl))
    return {
      says: `O endereço do dono do banco leva a ${POOLER}: migrações e fila não funcionariam.`,
      todo: 'Dê em DATABASE_OWNER_URL o endereço do próprio PostgreSQL (docs/scale.md).',
    }
  if (!isPooled && (await sharesSessions(appUrl)))
    return {
      says: `DATABASE_URL leva a ${POOLER}, e PGBOUNCER não está definida: pedidos falhariam.`,
      todo: 'Defina PGBOUNCER=1 (docs/scale.md).',
    }
  return null
}
/** Connections of one process: its requests and one that listens; of one that works through the queue, those of the queue. */
const FOR_REQUESTS = 11
const FOR_QUEUE = 16
/** For commands and backups. */
const SPARE = 3
/** That PostgreSQL allows fewer connections than these processes open; null where they suffice, or a pooler shares them. */
export async function missingConnections(
  ownerUrl: string,
  { role, processes }: Pick<Config, 'role' | 'processes'>,
): Promise<DatabaseFault | null> {
  const answering = role === 'worker' ? 1 : processes
  const wanted = (isPooled ? 1 : FOR_REQUESTS) * answering + (role === 'web' ? 0 : FOR_QUEUE) + SPARE
  const allowed = await connected(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ allowed: number }>(
      `select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
         (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as allowed`,
    )
    return rows[0]?.allowed ?? wanted
  })
  return allowed >= wanted
    ? null
    : {
        says: `O PostgreSQL aceita ${allowed} conexões, e esta instalação pode abrir ${wanted}: com muito movimento, chamadas seriam recusadas.`,
        todo: 'Aumente max_connections (ou o limite do papel e do banco), ou ponha um pooler na frente (docs/scale.md).',
      }
}
export async function assertSafe(appUrl: string, ownerUrl: string): Promise<void> {
  const owner = await connected(ownerUrl, async (c) => (await c.query('select current_user as name')).rows[0].name)
  const pooler = await findPoolerFault(appUrl, ownerUrl)
  if (pooler) throw new CannotStart(`${pooler.says} ${pooler.todo}`)
  await connected(appUrl, async (app) => {
    const fault = await findRoleFault(app, owner)
    if (fault) throw new CannotStart(`${fault.says} ${fault.todo}`)
    const { rows } = await app.query<{ fsync: string; sync: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync`,
    )
    if (rows[0]?.fsync === 'off' || rows[0]?.sync === 'off')
      throw new CannotStart(
        'O PostgreSQL está com fsync ou synchronous_commit desligado: pedidos confirmados poderiam se perder.',
      )
  })
}
async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
