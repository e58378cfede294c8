import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { changePassword } from '../contract.ts'
import { OneField } from './OneField.tsx'

/** The token stands after # so that no server and no referrer ever sees it. */
export default function ResetPage() {
  const change = async (password: string) => {
    await call(changePassword, { body: { token: location.hash.slice(1), current_password: undefined, password } })
    history.replaceState(null, '', location.pathname)
    return t('Senha trocada. Por segurança, saímos dos outros aparelhos.')
  }
  return (
    <OneField
      title={t('Criar outra senha')}
      name="password"
      label={t('Senha nova')}
      hint={t('Pelo menos 10 caracteres.')}
      input={{ type: 'password', autoComplete: 'new-password' }}
      button={t('Salvar senha')}
      busyButton={t('Salvando…')}
      send={change}
      link={(done) =>
        done ? { href: '/session/signin', text: t('Entrar') } : { href: '/session/forgot', text: t('Pedir outro link') }
      }
    />
  )
}
