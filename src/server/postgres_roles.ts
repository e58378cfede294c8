// The roles of every database of ours, embedded or not.
import pg from 'pg'

/** Owns the tables; the policies `owner_all` of the migrations are granted to it by this name. */
export const OWNER_ROLE = 'mostruario_owner'
const role = (name: string, password: string) =>
  `do $$ begin if not exists (select from pg_roles where rolname = '${name}') then
    create role ${name} login password '${password}' nosuperuser nobypassrls; end if; end $$`
/** The two roles and the database. `npm run db:roles` prints the same statements for a server of one's own. */
export const roleStatements = (passwords: { owner: string; app: string }, database = 'mostruario') => [
  role(OWNER_ROLE, passwords.owner),
  role('mostruario_app', passwords.app),
  `create database ${database} owner ${OWNER_ROLE}`,
]
export async function createRoles(url: string, password: string): Promise<void> {
  const c = new pg.Client({ connectionString: url })
  c.on('error', () => {})
  await c.connect()
  const [owner, app, database] = roleStatements({ owner: password, app: password }) as [string, string, string]
  await c.query(owner)
  await c.query(app)
  const { rowCount } = await c.query("select 1 from pg_database where datname = 'mostruario'")
  if (!rowCount) await c.query(database)
  await c.end()
}
