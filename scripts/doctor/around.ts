// What stands around it: the mail server, the backups.
import { createTransport } from 'nodemailer'
import { listBackups, readManifest, timeOf } from '#server/backup/manifest.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { openVault } from '#server/backup/vault.ts'
import type { Config } from '#server/config.ts'
import { withPatience } from '#server/mail.ts'
import { s3Address, sameBucket } from '#server/s3.ts'
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
export async function backups(env: Env, now: number): Promise<Finding[]> {
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
    const last = (await listBackups(vault)).at(-1)
    if (!last)
      return [fault(`Em ${vault.place} não há nenhum backup inteiro.`, 'Rode npm run backup e leia o que ele diz.')]
    const out: Finding[] = []
    await readManifest({ vault, key }, last.key).catch((error: Error) =>
      out.push(
        fault(`O último backup não abre: ${error.message}`, 'Sem a chave certa nada volta: confira BACKUP_KEY.'),
      ),
    )
    const minutes = Math.round((now - timeOf(last.id).getTime()) / 60_000)
    if (every > 0 && minutes > every * 2 + 5)
      out.push(
        fault(
          `O último backup tem ${minutes} minutos (um a cada ${every}).`,
          'Veja se o Mostruário está no ar, e no log o que o backup diz.',
        ),
      )
    else out.push(fine(`Último backup há ${minutes} minutos, em ${vault.place}`))
    if (env.S3_URL && to.startsWith('s3://') && sameBucket(s3Address('BACKUP_TO', to), s3Address('S3_URL', env.S3_URL)))
      out.push(
        warning(
          'O backup está no mesmo balde que os arquivos: quem o perde, perde os dois.',
          'Dê a BACKUP_TO outro balde, de preferência de outra conta.',
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
