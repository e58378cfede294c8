// The fingerprint of APP_KEY in the database. With another key personal links, tokens and the keys of ERPs that are stored
// there do not open, and nothing else would say so.
import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from './settings.ts'

export const fingerprintOf = (appKey: string) =>
  Buffer.from(hkdfSync('sha256', appKey, '', 'installation-key', 8)).toString('hex')

/** The signing key; '' where there is none, null where this account may not read its file. */
export function readKey(env: Record<string, string | undefined>, dataDir: string): string | null {
  if (env.APP_KEY) return env.APP_KEY
  try {
    return readFileSync(join(dataDir, 'app.key'), 'utf8').trim()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? null : ''
  }
}
/** Words of examples, and what a hand types along the keyboard. */
const EXAMPLE = /change|troque|mude-|exempl|example|secret|segredo|senha|passw|chave|mostruario|default|qwert|asdf/i
/** Whether a key can be guessed: a short one, one of few characters, an example, or characters in a row. */
export function isWeakKey(key: string): boolean {
  const steps = [...key].filter((c, i) => i > 0 && Math.abs(c.charCodeAt(0) - key.charCodeAt(i - 1)) <= 1).length
  return key.length < 32 || new Set(key).size < 12 || EXAMPLE.test(key) || steps > key.length / 2
}
export const WEAK_KEY = 'APP_KEY é fraca: quem a adivinha assina links e abre senhas de ERP.'
const assertStrong = (key: string): void => {
  if (isWeakKey(key))
    throw new CannotStart(`${WEAK_KEY} Use outra, na variável ou em app.key: openssl rand -base64 32. Nada foi mudado.`)
}

/** The fingerprint that the database keeps; null before the first start with this version. */
export async function keptFingerprint(owner: pg.Client): Promise<string | null> {
  const there = await owner.query<{ it: string | null }>("select to_regclass('public.installation_key')::text as it")
  if (!there.rows[0]?.it) return null
  const { rows } = await owner.query<{ fingerprint: string }>('select fingerprint from installation_key')
  return rows[0]?.fingerprint ?? null
}
export const WRONG_KEY =
  'APP_KEY não é aquela com que esta instalação trabalhava: links pessoais e chaves de ERP não abririam.'
const wrongKey = (now: string) =>
  new CannotStart(
    `${WRONG_KEY} Traga a de antes: está em app.key da pasta de dados, ou em settings.env de um backup restaurado. Para ficar com a nova e perder aqueles, inicie com APP_KEY_ACCEPT=${now}. Nada foi mudado.`,
  )
const missingKey = (dataDir: string) =>
  new CannotStart(
    `A chave desta instalação falta: ${join(dataDir, 'app.key')}. Traga-a de volta: está em settings.env de um backup restaurado. Sem ela, grave uma nova naquele arquivo (openssl rand -base64 32) e inicie outra vez: links pessoais e chaves de ERP se perdem. Nada foi mudado.`,
  )
/** By which a file's time may lag behind the clock, in ms: the kernel counts it in ticks. */
const TICK = 20
interface KeyOptions {
  /** The fingerprint of another key that is taken from here on. */
  accepted?: string | undefined
  /** When this process began, in ms, if it may have drawn the key: a refused one is deleted. */
  drawnSince?: number | null
}
/** Refuses a key that is not the one of before, and a weak one that no installation has worked with yet. */
export async function assertKey(
  ownerUrl: string,
  { appKey, dataDir }: { appKey: string; dataDir: string },
  { accepted = process.env.APP_KEY_ACCEPT, drawnSince = null }: KeyOptions = {},
): Promise<void> {
  await withOwner(ownerUrl, async (owner) => {
    const [kept, now] = [await keptFingerprint(owner), fingerprintOf(appKey)]
    if (kept === now) return
    if (kept === null) {
      if (await isEmpty(owner)) assertStrong(appKey)
      return
    }
    if (accepted !== now)
      throw drawnSince !== null && forgetDrawnKey(dataDir, drawnSince) ? missingKey(dataDir) : wrongKey(now)
    assertStrong(appKey)
    await owner.query('update installation_key set fingerprint = $1, at = now()', [now])
  })
}
/** Refuses a command whose key is not the installation's. It draws no key, and only a start accepts another one. */
export async function assertSameKey(owner: pg.Client, dataDir: string): Promise<void> {
  const [kept, key] = [await keptFingerprint(owner), readKey(process.env, dataDir)]
  if (key === null)
    throw new CannotStart(
      `Esta conta não pode ler ${join(dataDir, 'app.key')}. Rode o comando como a conta do servidor. Nada foi mudado.`,
    )
  if (kept === null || fingerprintOf(key) === kept) return
  if (!key) throw missingKey(dataDir)
  throw new CannotStart(`${WRONG_KEY} Defina-a como no servidor que está no ar. Nada foi mudado.`)
}
/** Whether no installation has worked with this database yet. */
async function isEmpty(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ it: string | null }>("select to_regclass('public.companies')::text as it")
  return !rows[0]?.it
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
/** Deletes the key that this process has drawn: it must not be taken for the one that is missing. Returns whether there
 * was one. */
function forgetDrawnKey(dataDir: string, since: number): boolean {
  const file = join(dataDir, 'app.key')
  const drawn = !process.env.APP_KEY && existsSync(file) && statSync(file).mtimeMs > since - TICK
  if (drawn) rmSync(file)
  return drawn
}
