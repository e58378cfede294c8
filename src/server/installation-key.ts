// The fingerprint of APP_KEY in the database. With another key personal links, tokens and the keys of ERPs that are stored
// there do not open, and nothing else would say so.
import { hkdfSync } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from './settings.ts'

export const fingerprintOf = (appKey: string) =>
  Buffer.from(hkdfSync('sha256', appKey, '', 'installation-key', 8)).toString('hex')

/** The fingerprint that the database keeps; null before the first start with this version. */
export async function keptFingerprint(owner: pg.Client): Promise<string | null> {
  const there = await owner.query<{ it: string | null }>("select to_regclass('public.installation_key')::text as it")
  if (!there.rows[0]?.it) return null
  const { rows } = await owner.query<{ fingerprint: string }>('select fingerprint from installation_key')
  return rows[0]?.fingerprint ?? null
}
export const WRONG_KEY =
  'APP_KEY não é aquela com que esta instalação trabalhava: links pessoais e chaves de ERP não abririam.'
/** By which a file's time may lag behind the clock, in ms: the kernel counts it in ticks. */
const TICK = 20
interface KeyOptions {
  /** The fingerprint of another key that is taken from here on. */
  accepted?: string | undefined
  /** When this process began, in ms, if it may have drawn the key: a refused one is deleted. */
  drawnSince?: number | null
}
/** Refuses a key that is not the one of before. */
export async function assertKey(
  ownerUrl: string,
  { appKey, dataDir }: { appKey: string; dataDir: string },
  { accepted = process.env.APP_KEY_ACCEPT, drawnSince = null }: KeyOptions = {},
): Promise<void> {
  await withOwner(ownerUrl, async (owner) => {
    const [kept, now] = [await keptFingerprint(owner), fingerprintOf(appKey)]
    if (kept === null || kept === now) return
    if (accepted !== now) {
      if (drawnSince !== null) forgetDrawnKey(dataDir, drawnSince)
      throw new CannotStart(
        `${WRONG_KEY} Traga a de antes: está em app.key da pasta de dados, ou em settings.env de um backup restaurado. Para ficar com a nova e perder aqueles, inicie com APP_KEY_ACCEPT=${now}. Nada foi mudado.`,
      )
    }
    await owner.query('update installation_key set fingerprint = $1, at = now()', [now])
  })
}
/** Writes down the key that a first start works with. */
export async function keepKey(ownerUrl: string, appKey: string): Promise<void> {
  await withOwner(ownerUrl, (owner) =>
    owner.query('insert into installation_key (fingerprint) values ($1) on conflict do nothing', [
      fingerprintOf(appKey),
    ]),
  )
}
async function withOwner(url: string, work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
/** Deletes the key that this process has drawn: it must not be taken for the one that is missing. */
function forgetDrawnKey(dataDir: string, since: number): void {
  const file = join(dataDir, 'app.key')
  if (!process.env.APP_KEY && existsSync(file) && statSync(file).mtimeMs > since - TICK) rmSync(file)
}
