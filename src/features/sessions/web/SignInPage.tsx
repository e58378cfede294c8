import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { ownPage } from '#shared/address.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { chooseLanguage, language, t } from '#web/i18n.ts'
import { sessionEnded } from '#web/session.ts'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Password } from '#web/ui/Password.tsx'
import { type Face, OtherHalf } from './OtherHalf.tsx'
import { type Opened, signIn } from '../contract.ts'
import { onTenantHost } from './host.ts'
import '#web/styles/kit.css'

/** Only a page of this site that is no sign-in itself. */
const safeReturn = (url: string | null) => {
  const page = ownPage(url ?? '')
  return page?.startsWith('/session/') ? null : page
}

interface Props {
  face: Face
  onOpened: (opened: Opened, stay: boolean) => void
  onSeeCatalogue?: (() => void) | undefined
}
export default function SignInPage({ onOpened, onSeeCatalogue, face }: Props) {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [stay, setStay] = useState(false)
  const [error, setError] = useState('')
  const [fields, setFields] = useState<Record<string, string[]>>({})
  const { busy, act } = useAct((failure) => {
    setFields(failure.errors)
    setError(Object.keys(failure.errors).length ? '' : failure.message)
    const wrong = failure.errors.email ? 'email' : 'password'
    document.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
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
  const own = onTenantHost()
  const typed = (field: string, set: (value: string) => void) => (e: React.ChangeEvent<HTMLInputElement>) => {
    set(e.target.value)
    setError('')
    setFields((now) => ({ ...now, [field]: [] }))
  }
  return (
    <div className="entry halves">
      <main className="col">
        <BrandLine own={own} />
        <form className="box form" onSubmit={(e) => void submit(e)} noValidate>
          <div>
            <h1>{t('Entrar')}</h1>
            <p className="t2">
              {own
                ? t('Para quem trabalha aqui e para clientes com senha.')
                : t('Seu catálogo e seus pedidos, no balcão e na rua.')}
            </p>
          </div>
          {sessionEnded() ? (
            <p className="note warn">
              {t('Sua sessão terminou. Entre de novo; se você entrava por um link, peça outro a quem vende para você.')}
            </p>
          ) : (
            params.get('returnUrl') && <p className="note">{t('Entre para continuar de onde parou.')}</p>
          )}
          <Field label={t('E-mail')} error={fields.email?.[0]}>
            <input
              className="in"
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              value={email}
              onChange={typed('email', setEmail)}
            />
          </Field>
          <div className="asked">
            <Field label={t('Senha')} error={fields.password?.[0]}>
              <Password
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={typed('password', setPassword)}
                {...(error && { 'aria-invalid': true })}
              />
            </Field>
            {error && (
              <p className="hint err" role="alert">
                <Icon name="warn" size="xs" />
                <span>{error}</span>
              </p>
            )}
            <Link href="/session/forgot" className="linklike sm">
              {t('Esqueci minha senha')}
            </Link>
          </div>
          <label className="checkline">
            <input type="checkbox" checked={stay} onChange={(e) => setStay(e.target.checked)} />
            {t('Continuar conectado')}
          </label>
          <button type="submit" className="btn pri full" disabled={busy}>
            {busy ? t('Entrando…') : t('Entrar')}
          </button>
          {onSeeCatalogue && (
            <button type="button" className="btn sec full" onClick={onSeeCatalogue}>
              {t('Ver catálogo')}
            </button>
          )}
          {!own && (
            <p className="sm t2">
              {t('Ainda não tem catálogo?')}{' '}
              <Link href="/session/criar" className="linklike">
                {t('Criar catálogo')}
              </Link>
            </p>
          )}
        </form>
        <Foot />
      </main>
      <OtherHalf own={own} {...face} />
    </div>
  )
}
const LANGUAGES = { pt: 'Português', en: 'English', fr: 'Français' } as const
/** What the platform does with data, and in which language it speaks. */
function Foot() {
  const now = language()
  return (
    <p className="row between wrap xs">
      <a href="/session/privacidade" className="btn txt">
        {t('Privacidade')}
      </a>
      <span className="row">
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <button
            type="button"
            className="btn txt"
            key={code}
            lang={code}
            aria-pressed={code === now}
            onClick={() => chooseLanguage(code)}
          >
            {name}
          </button>
        ))}
      </span>
    </p>
  )
}
