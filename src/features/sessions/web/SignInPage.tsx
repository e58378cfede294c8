import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { ownPage } from '#shared/address.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { sessionEnded } from '#web/session.ts'
import { siteName } from '#web/site.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type Opened, signIn } from '../contract.ts'
import '#web/styles/kit.css'

/** Only a page of this site that is no sign-in itself. */
const safeReturn = (url: string | null) => {
  const page = ownPage(url ?? '')
  return page?.startsWith('/session/') ? null : page
}

interface Props {
  onOpened: (opened: Opened, stay: boolean) => void
  onSeeCatalogue?: (() => void) | undefined
}
export default function SignInPage({ onOpened, onSeeCatalogue }: Props) {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [stay, setStay] = useState(false)
  const [shown, setShown] = useState(false)
  const [error, setError] = useState('')
  const [fields, setFields] = useState<Record<string, string[]>>({})
  const { busy, act } = useAct((failure) => {
    setFields(failure.errors)
    setError(Object.keys(failure.errors).length ? '' : failure.message)
    document.getElementById(failure.errors.email ? 'email' : 'password')?.focus()
  })
  const submit = async (e: React.FormEvent) => {
    e.preventDefault()
    setError('')
    setFields({})
    await act(async () => {
      onOpened(await call(signIn, { body: { email, password, stay } }), stay)
      const back = new URLSearchParams()
      for (const key of ['id', 'vend']) if (params.get(key)) back.set(key, params.get(key) as string)
      navigate(safeReturn(params.get('returnUrl')) ?? (back.size ? `/pedidos?${back}` : '/mobi'), { replace: true })
    })
  }
  return (
    <main className="entry">
      <div className="box col g4">
        <div>
          <p className="t2">{siteName()}</p>
          <h1>{t('Entrar')}</h1>
        </div>
        {sessionEnded() ? (
          <p className="note warn">
            {t('Sua sessão terminou. Entre de novo; se você entrava por um link, peça outro a quem vende para você.')}
          </p>
        ) : (
          params.get('returnUrl') && <p className="note">{t('Entre para continuar de onde parou.')}</p>
        )}
        <form className="form" onSubmit={(e) => void submit(e)} noValidate>
          <Field label={t('E-mail')} error={fields.email?.[0]}>
            <input
              className="in"
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              value={email}
              onChange={(e) => setEmail(e.target.value)}
            />
          </Field>
          <Field label={t('Senha')} error={fields.password?.[0]}>
            <input
              className="in"
              type={shown ? 'text' : 'password'}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(e) => setPassword(e.target.value)}
            />
          </Field>
          <div className="row between wrap">
            <label className="checkline">
              <input type="checkbox" checked={stay} onChange={(e) => setStay(e.target.checked)} />
              {t('Continuar conectado')}
            </label>
            <button type="button" className="btn txt" aria-pressed={shown} onClick={() => setShown(!shown)}>
              <Icon name="eye" />
              {shown ? t('Esconder senha') : t('Mostrar senha')}
            </button>
          </div>
          {error && (
            <p className="note bad" role="alert">
              {error}
            </p>
          )}
          <button type="submit" className="btn pri full" disabled={busy}>
            {busy ? t('Entrando…') : t('Entrar')}
          </button>
          <Link href="/session/forgot" className="btn txt">
            {t('Esqueci minha senha')}
          </Link>
          {onSeeCatalogue && (
            <button type="button" className="btn sec full" onClick={onSeeCatalogue}>
              {t('Ver catálogo')}
            </button>
          )}
        </form>
      </div>
    </main>
  )
}
