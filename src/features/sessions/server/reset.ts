// The link to choose another password: one hour, once, its host from the configuration and never from the request.
import type { Kit } from '#server/serve.ts'
import { newToken, tokenHash } from '#server/session.ts'
import { type AccountRow, addPasswordToken } from './queries.ts'

export async function sendResetLink(kit: Kit, email: string, accounts: AccountRow[], now: Date): Promise<void> {
  for (const account of accounts) {
    const token = newToken()
    await addPasswordToken(kit.db, tokenHash(token), account.user_id, new Date(now.getTime() + 3_600_000))
    await kit.sendMail({
      key: `senha-${account.user_id}-${now.getTime()}`,
      to: email,
      subject: 'Criar outra senha',
      text: `Olá, ${account.name}.\n\nAlguém pediu para trocar a sua senha em ${account.company_name}. Para criar outra, abra este link em até 1 hora:\n\n${kit.config.publicUrl}/session/reset#${token}\n\nSe não foi você, ignore esta mensagem: sua senha continua a mesma.`,
    })
  }
}
