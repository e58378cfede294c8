import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Opened } from '#features/sessions/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { language, t } from '#web/i18n.ts'
import { tracking } from '#web/tracking.ts'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { Password } from '#web/ui/Password.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { useForm } from '#web/useForm.ts'
import { zoneOfCep } from '#shared/zone-of-place.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { ZoneSelect } from '#web/ui/ZoneSelect.tsx'
import { readSignup, signUp } from '../contract.ts'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'

/** Who, which company, a password; the catalogue's address is made from the name and can be changed. */
export function AccountStep({ onOpened }: { onOpened: (opened: Opened) => void }) {
  const [password, setPassword] = useState('')
  const form = useForm('signup', {
    name: '',
    company: '',
    email: '',
    phone: '',
    path: '',
    cep: '',
    time_zone: '',
    agree: false,
  })
  const { values: v, set, error } = form
  const company = useDebounced(v.company)
  const path = useDebounced(v.path)
  const look = useQuery({
    queryKey: ['signup', company, path],
    queryFn: () => call(readSignup, { query: { name: company, path } }),
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  })
  if (look.data?.open === false)
    return (
      <section className="note">
        <p>{t('O cadastro está fechado no momento. Fale com o Mostruário.')}</p>
        <Link href="/session/signin" className="btn sec spaced">
          {t('Entrar')}
        </Link>
      </section>
    )
  const submit = () =>
    form.submit(async () => {
      try {
        onOpened(
          await call(signUp, {
            typed: { ...v, password, agree: v.agree ? '1' : '0', language: language(), tracking: tracking() },
          }),
        )
      } catch (failure) {
        if (isFailure(failure) && failure.errors.password)
          document.querySelector<HTMLInputElement>('[name=password]')?.focus()
        throw failure
      }
    })
  return (
    <SubmitForm className="form" onSubmit={() => void submit()}>
      <p className="t2">
        {t('{n} dias de graça, sem cartão. Você escolhe o plano depois.', { n: look.data?.trial_days ?? 21 })}
      </p>
      <Field label={t('Seu nome')} error={error('name')}>
        <input
          className="in"
          autoComplete="name"
          maxLength={120}
          value={v.name}
          onChange={(e) => set('name', e.target.value)}
        />
      </Field>
      <Field label={t('Nome da empresa')} error={error('company')}>
        <input
          className="in"
          autoComplete="organization"
          maxLength={120}
          value={v.company}
          onChange={(e) => set('company', e.target.value)}
        />
      </Field>
      <Field
        label={t('Endereço do catálogo')}
        optional
        error={error('path') ?? (path && look.data?.issue ? t(look.data.issue) : undefined)}
        hint={look.data?.path ? `${look.data.path}.${look.data.base}` : t('Sai do nome da empresa.')}
      >
        <input
          className="in"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={v.path}
          placeholder={look.data?.path ?? ''}
          onChange={(e) => set('path', e.target.value.toLowerCase())}
        />
      </Field>
      <div className="fields two">
        <Field label={t('CEP')} optional error={error('cep')}>
          <Typed
            className="in"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={9}
            value={v.cep}
            onChange={(e) => set('cep', e.target.value)}
          />
        </Field>
        <ZoneSelect
          value={v.time_zone || (zoneOfCep(v.cep) ?? HOME_ZONE)}
          onChange={(zone) => set('time_zone', zone)}
          error={error('time_zone')}
        />
      </div>
      <Field label={t('WhatsApp com DDD')} optional error={error('phone')}>
        <Typed
          className="in"
          type="tel"
          autoComplete="tel-national"
          value={v.phone}
          onChange={(e) => set('phone', e.target.value)}
        />
      </Field>
      <Field label={t('E-mail')} error={error('email')}>
        <input
          className="in"
          type="email"
          autoComplete="email"
          value={v.email}
          onChange={(e) => set('email', e.target.value)}
        />
      </Field>
      <Field
        label={t('Senha')}
        error={error('password')}
        hint={t('Pelo menos 10 caracteres. Uma frase é fácil de lembrar.')}
      >
        <Password
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(e) => setPassword(e.target.value)}
        />
      </Field>
      <label className="checkline">
        <input
          type="checkbox"
          checked={v.agree}
          aria-invalid={error('agree') ? true : undefined}
          onChange={(e) => set('agree', e.target.checked)}
        />
        <span>
          {t('Li e aceito o')}{' '}
          <a href="/session/privacidade" target="_blank" rel="noreferrer" className="linklike">
            {t('aviso de privacidade e os termos')}
          </a>
        </span>
      </label>
      {error('agree') && (
        <p className="hint err" role="alert">
          {error('agree')}
        </p>
      )}
      <button type="submit" className="btn pri full" disabled={form.busy}>
        {form.busy ? t('Criando…') : t('Criar meu catálogo')}
      </button>
      <Link href="/session/signin" className="btn txt">
        {t('Já tenho uma conta')}
      </Link>
    </SubmitForm>
  )
}
