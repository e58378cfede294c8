// What a start does before it migrates a database: it refuses a newer one, says which migrations it makes, and backs up.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { backupSettings } from '#server/backup/settings.ts'
import type { MigrationState } from '#server/migrations.ts'
import { CannotStart } from '#server/settings.ts'
import { UNDER_WAY } from './keep-backups.ts'

/** Between two tries while another backup of the same database is under way, and how many there are. */
const AGAIN = 2000
const TRIES = 300

/** `first`: this start begins an installation; one that follows a server of before works beside newer ones, which keep
 * to what it understands (`-- restart`, src/server/migrations.ts). */
export async function prepareMigrations(
  { none, ahead, behind }: MigrationState,
  first: boolean,
  say: (line: string) => void,
): Promise<void> {
  if (ahead[0] && first)
    throw new CannotStart(
      `O banco é de uma versão mais nova que este programa (${ahead[0]}): nada foi feito nele. Use o programa dessa versão, ou traga um backup de antes dela noutra pasta (npm run restore).`,
    )
  if (none || behind.length === 0) return
  say(`Atualização do banco, ${behind.length} ${behind.length === 1 ? 'migração' : 'migrações'}: ${behind.join(', ')}.`)
  if (backupSettings().to) say(await backUp())
}
/** A backup of the database as it is, by the command that a person would type; answers what it said. */
async function backUp(): Promise<string> {
  const env = { ...process.env, ...(process.env.EMBEDDED === '1' && { DATABASE_URL: '', DATABASE_OWNER_URL: '' }) }
  for (let n = 0; ; n++)
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'backup.ts')], { env })
      return stdout.trim()
    } catch (error) {
      const { code, stdout, stderr } = error as { code?: unknown; stdout: string; stderr: string }
      const reason = stdout.trim() || /^\w*Error: (.*)$/m.exec(stderr)?.[1] || 'não disse por quê.'
      if (code !== UNDER_WAY || n === TRIES)
        throw new CannotStart(
          `O backup de antes da atualização falhou, e nada foi mudado no banco: ${reason} Corrija isto, ou inicie uma vez sem BACKUP_TO para atualizar sem backup.`,
        )
      await sleep(AGAIN)
    }
}
