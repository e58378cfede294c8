// What a start refuses: a database that would lose acknowledged orders, or a role that row-level security does not bind.
import pg from 'pg'
import { OWNER_ROLE } from './postgres_roles.ts'
import { CannotStart } from './settings.ts'

/** A fault of the role in DATABASE_URL, and its remedy, in Portuguese. */
export interface RoleFault {
  says: string
  todo: string
}
const USE_APP = 'Em DATABASE_URL use mostruario_app (npm run db:roles).'

/** Why the policies do not bind the role of `app`, or null when they do. `owner` is the role of DATABASE_OWNER_URL. A
 * member counts as the owner: policies granted to a role apply to its members. */
export async function findRoleFault(app: pg.Client, owner: string): Promise<RoleFault | null> {
  const { rows } = await app.query<{ name: string; free: boolean; over: string[] }>(
    `select r.rolname as name, r.rolsuper or r.rolbypassrls as free,
       array(select o.rolname::text from pg_roles o
         where pg_has_role(r.oid, o.oid, 'usage') and (o.rolname = any($1) or exists (select from pg_class c
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
export async function assertSafe(appUrl: string, ownerUrl: string): Promise<void> {
  const owner = await connected(ownerUrl, async (c) => (await c.query('select current_user as name')).rows[0].name)
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
