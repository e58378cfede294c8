// The roles of every database of ours, embedded or not.
import pg from 'pg'

/** Owns the tables; the policies `owner_all` of the migrations are granted to it by this name. */
export const OWNER_ROLE = 'mostruario_owner'
const role = (name: string, password: string) =>
  `do $$ begin if not exists (select from pg_roles where rolname = '${name}') then
    create role ${name} login password '${password}' nosuperuser nobypassrls; end if; end $$`
/** Only a member of the owner's role may make a database for it; from PostgreSQL 16 on the membership must say so. */
const JOIN_OWNER = `do $$ begin if not (select rolsuper from pg_roles where rolname = current_user) then
    execute 'grant ${OWNER_ROLE} to ' || quote_ident(current_user)
      || case when current_setting('server_version_num')::int >= 160000 then ' with set true' else '' end; end if; end $$`
/** The two roles and the database, for a superuser or a role with CREATEROLE and CREATEDB. `npm run db:roles` prints the same statements for a server of one's own. */
export const roleStatements = (passwords: { owner: string; app: string }, database = 'mostruario') => [
  role(OWNER_ROLE, passwords.owner),
  role('mostruario_app', passwords.app),
  JOIN_OWNER,
  `create database ${database} owner ${OWNER_ROLE}`,
]
export async function createRoles(url: string, password: string): Promise<void> {
  const c = new pg.Client({ connectionString: url })
  c.on('error', () => {})
  await c.connect()
  const statements = roleStatements({ owner: password, app: password })
  const database = statements.pop() as string
  for (const one of statements) await c.query(one)
  const { rowCount } = await c.query("select 1 from pg_database where datname = 'mostruario'")
  if (!rowCount) await c.query(database)
  await c.end()
}
