// The database at the start: one that is away is waited for, one that refuses us is said.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from './db.ts'
import { CannotStart } from './settings.ts'

const PATIENCE = 60
const LONGEST_WAIT = 5000
/** What waiting does not mend, by PostgreSQL's code. */
const REFUSED: Record<string, string> = {
  '28P01': 'O PostgreSQL recusou o usuário ou a senha de DATABASE_URL.',
  '28000': 'O PostgreSQL recusou o acesso de DATABASE_URL.',
  '3D000': 'O banco de dados de DATABASE_URL não existe. Crie-o e os papéis com o que npm run db:roles mostra.',
}

/** Waits until the database takes a connection, trying again a little later each time. */
export async function databaseAnswers(url: string, say: (line: string) => void, seconds = PATIENCE): Promise<void> {
  const where = placeOf(url)
  const begun = Date.now()
  for (let wait = 250; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      const state = sqlState(error) ?? ''
      if (REFUSED[state]) throw new CannotStart(`${REFUSED[state]} (${where})`)
      const why = state || (error as Error).message
      const left = seconds - (Date.now() - begun) / 1000
      if (left <= 0)
        throw new CannotStart(
          `O banco de dados em ${where} não respondeu em ${seconds} segundos (${why}). Confira DATABASE_URL e se o servidor está no ar.`,
        )
      if (wait === 250)
        say(`O banco de dados em ${where} não responde (${why}). Tentando de novo por ${seconds} segundos.`)
      await sleep(Math.min(wait, left * 1000))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
/** Where it is, without the password. */
function placeOf(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return `${host}:${port}/${database}`
}
