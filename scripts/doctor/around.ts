// What stands around it: the mail server, the backups.
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { lastMade } from '#server/backup/keep.ts'
import { listBackups, type Manifest, readManifest, timeOf } from '#server/backup/manifest.ts'
import type { Store } from '#server/backup/objects.ts'
import { EMPTIED_TODO, emptiedWords, isOnSameDisk, lastIn } from '#server/backup/place.ts'
import { hasGap, pieceOf } from '#server/backup/segments.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { ownerOf } from '#server/backup/source.ts'
import { openVault, type Vault } from '#server/backup/vault.ts'
import { installationOf, isMine, signIn } from '#server/backup/whose.ts'
import type { Config } from '#server/config.ts'
import { withPatience } from '#server/mail.ts'
import { livingEmbedded } from '#server/postgres.ts'
import { s3Address, sameBucket } from '#server/s3.ts'
import { isAhead } from '#shared/ahead.ts'
import { type Env, type Finding, fault, fine, warning } from './finding.ts'

export async function mail(config: Config): Promise<Finding[]> {
  if (!config.smtpUrl)
    return [
      warning('SMTP_URL não está definida: e-mails ficam em DATA_DIR/mail e não chegam a ninguém.', 'Defina SMTP_URL.'),
    ]
  const { host } = new URL(config.smtpUrl)
  const transport = createTransport(withPatience(config.smtpUrl))
  try {
    await transport.verify()
    return [fine(`O servidor de e-mail ${host} responde`), ...sender(config.mailFrom)]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'EAUTH'
      ? [fault(`O servidor de e-mail ${host} recusou usuário ou senha.`, 'Corrija SMTP_URL.')]
      : [
          fault(
            `O servidor de e-mail ${host} não responde (${code ?? message}).`,
            'Confira SMTP_URL e se ele está no ar.',
          ),
        ]
  } finally {
    transport.close()
  }
}
/** Whom mails come from: an address that nobody on the net has is refused, or taken for junk. */
function sender(from: string): Finding[] {
  return /@([^@>]*\.)?(test|localhost)>?$/.test(from)
    ? [
        warning(
          `E-mails saem como ${from}: servidores recusam um endereço que não existe.`,
          'Defina MAIL_FROM com um endereço do seu domínio.',
        ),
      ]
    : []
}
export async function backups(env: Env, dataDir: string, now: number): Promise<Finding[]> {
  const { to, key, every } = backupSettings(env)
  if (!to)
    return [
      warning(
        'BACKUP_TO não está definida: não há backup.',
        'Defina-a com uma pasta em outro disco ou s3://… (README, Backup).',
      ),
    ]
  const vault = await openVault(to)
  try {
    const all = await listBackups(vault)
    const last = all.at(-1)
    const emptied = last ? undefined : await formerBackup(env, dataDir, vault.place)
    if (emptied) return [fault(emptiedWords(emptied), EMPTIED_TODO)]
    if (!last)
      return [fault(`Em ${vault.place} não há nenhum backup inteiro.`, 'Rode npm run backup e leia o que ele diz.')]
    const out: Finding[] = []
    const manifest = await readManifest({ vault, key }, last.key).catch((error: Error) => {
      out.push(fault(`O último backup não abre: ${error.message}`, 'Sem a chave certa nada volta: confira BACKUP_KEY.'))
      return null
    })
    if (isAhead(timeOf(last.id), new Date(now)))
      out.push(
        warning(
          `O último backup (${last.id}) tem um nome no futuro: o relógio estava adiantado. Quando ele foi feito não se sabe pelo nome.`,
          'Confira o relógio da máquina; os backups seguintes são feitos e ficam, com nomes que continuam depois deste.',
        ),
      )
    const made = lastMade(all, new Date(now))
    const minutes = made ? Math.max(0, Math.round((now - made.getTime()) / 60_000)) : 0
    if (every > 0 && minutes > every * 2 + 5)
      out.push(
        fault(
          `O último backup tem ${minutes} minutos (um a cada ${every}).`,
          'Veja se o Mostruário está no ar, e no log o que o backup diz.',
        ),
      )
    else if (made) out.push(fine(`Último backup há ${minutes} minutos, em ${vault.place}`))
    if (manifest) out.push(...(await sentSince(vault, manifest, now)), ...(await whose({ vault, key }, env, dataDir)))
    if (env.S3_URL && to.startsWith('s3://') && sameBucket(s3Address('BACKUP_TO', to), s3Address('S3_URL', env.S3_URL)))
      out.push(
        warning(
          'O backup está no mesmo balde que os arquivos: quem o perde, perde os dois.',
          'Dê a BACKUP_TO outro balde, de preferência de outra conta.',
        ),
      )
    if (isOnSameDisk(to, dataDir))
      out.push(
        warning(
          `BACKUP_TO (${to}) está no mesmo disco que a pasta de dados: quem perde um, perde o outro.`,
          'Dê a BACKUP_TO uma pasta em outro disco (e o monte antes de iniciar), ou s3://….',
        ),
      )
    if (!key)
      out.push(
        warning(
          'BACKUP_KEY não está definida: quem lê o backup lê tudo.',
          'Defina-a (openssl rand -base64 32), guarde-a fora desta máquina, e dê a BACKUP_TO uma pasta nova.',
        ),
      )
    return out
  } finally {
    vault.close()
  }
}
/** What came after the last backup: pieces of the log where the database is ours, nothing where it is another's. */
async function sentSince(vault: Vault, { wal, at }: Manifest, now: number): Promise<Finding[]> {
  if (!wal)
    return [fine(`Banco próprio: as linhas enviadas são de há ${ago(now - Date.parse(at))}, as de depois ainda não`)]
  const sent = new Set<string>()
  let last = 0
  for await (const { key, at: put } of vault.list(`wal/${wal.system}/`)) {
    sent.add(pieceOf(key))
    last = Math.max(last, put.getTime())
  }
  if (hasGap(wal.to, sent))
    return [
      fault(
        'No log do banco que foi enviado falta um pedaço: o que veio depois dele só volta com um backup novo.',
        'No ar, o Mostruário faz um sozinho; senão rode npm run backup.',
      ),
    ]
  return [fine(last ? `Último pedaço do log do banco enviado há ${ago(now - last)}` : 'Do log nada foi enviado ainda')]
}
function ago(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} segundos`
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutos` : `${Math.round(seconds / 3600)} horas`
}
/** The owner's connection to the database of this installation; null where it cannot be asked, which is said elsewhere. */
async function asOwner(env: Env, dataDir: string): Promise<{ client: pg.Client; folder: string | undefined } | null> {
  const own = env.DATABASE_OWNER_URL || env.DATABASE_URL
  const living = own ? undefined : livingEmbedded(dataDir)
  const ownerUrl = own || living?.url('owner')
  const client = ownerUrl ? await ownerOf({ ownerUrl }).catch(() => null) : null
  return client && { client, folder: living?.folder }
}
/** The last backup that this installation made to a place. */
async function formerBackup(env: Env, dataDir: string, place: string) {
  const owner = await asOwner(env, dataDir)
  if (!owner) return undefined
  try {
    return await lastIn(owner.client, place)
  } catch {
    // A database of before this was kept.
    return undefined
  } finally {
    await owner.client.end().catch(() => {})
  }
}
/** Who is not its owner sends nothing there. */
async function whose(store: Store, env: Env, dataDir: string): Promise<Finding[]> {
  const there = await signIn(store)
  const owner = there ? await asOwner(env, dataDir) : null
  if (!owner || !there) return []
  const { client, folder } = owner
  try {
    if (isMine(there, await installationOf(client, folder))) return []
    return [
      fault(
        `O lugar dos backups é de outra instalação (máquina ${there.host}): desta nada é enviado.`,
        'Se esta é um ensaio, retire BACKUP_TO; se trabalha ao lado da outra, dê-lhe um só dela; se ficou no lugar da outra, encerre aquela.',
      ),
    ]
  } finally {
    await client.end().catch(() => {})
  }
}
