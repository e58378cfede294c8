// What a start refuses: a database that would lose acknowledged orders or see past the walls between companies.
import pg from 'pg'
import { CannotStart } from './settings.ts'

export async function assertSafe(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ super: boolean; bypass: boolean; fsync: string; sync: string }>(
      `select rolsuper as super, rolbypassrls as bypass, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as sync from pg_roles where rolname = current_user`,
    )
    const r = rows[0]
    if (r?.super || r?.bypass)
      throw new CannotStart(
        'DATABASE_URL usa um papel que ignora a separação entre empresas. Use mostruario_app (npm run db:roles).',
      )
    if (r?.fsync === 'off' || r?.sync === 'off')
      throw new CannotStart(
        'O PostgreSQL está com fsync ou synchronous_commit desligado: pedidos confirmados poderiam se perder.',
      )
  } finally {
    await client.end()
  }
}
