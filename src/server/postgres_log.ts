// The embedded database's log (WAL), whose finished pieces are put aside for a backup's sender.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

export const logFolder = (home: string) => join(home, 'wal-out')

/** Settings of a start. A piece that is half written is finished after so many seconds. */
export function aside(folder: string, log: { seconds: number } | null): Record<string, string> {
  if (!log) return { archive_mode: 'off' }
  const at = `'${folder.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
  return {
    archive_mode: 'on',
    // Copied, not linked: PostgreSQL writes over a piece that it no longer needs.
    archive_command: `cp "%p" ${at}/%f.part && sync ${at}/%f.part && mv ${at}/%f.part ${at}/%f`,
    archive_timeout: String(log.seconds),
  }
}
/** What the last start in a data folder was told, by the line that PostgreSQL keeps of it. */
export function asBefore(data: string): { seconds: number } | null {
  const line = join(data, 'postmaster.opts')
  const told = existsSync(line) && /"archive_timeout=(\d+)"/.exec(readFileSync(line, 'utf8'))
  return told ? { seconds: Number(told[1]) } : null
}
/** Whether a living server was started with other settings. */
export async function differs(url: string, wanted: Record<string, string>): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [Object.keys(wanted)],
    )
    return rows.some((r) => wanted[r.name] !== r.setting)
  } finally {
    await client.end()
  }
}
