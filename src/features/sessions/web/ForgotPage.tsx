import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { forgotPassword } from '../contract.ts'
import { OneField } from './OneField.tsx'

export default function ForgotPage() {
  return (
    <OneField
      title={t('Esqueci minha senha')}
      intro={t('Enviamos um link para criar outra senha. Ele vale por 1 hora.')}
      name="email"
      label={t('E-mail')}
      input={{ type: 'email', autoComplete: 'username' }}
      button={t('Enviar link')}
      busyButton={t('Enviando…')}
      send={async (email) => t((await call(forgotPassword, { body: { email } })).message)}
      link={() => ({ href: '/session/signin', text: t('Voltar para entrar') })}
    />
  )
}
