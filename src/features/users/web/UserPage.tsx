import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { PickPicture } from '#web/ui/PickPicture.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Unfolds } from '#web/ui/Unfolds.tsx'
import { useDesk } from '#web/useDesk.ts'
import { useForm } from '#web/useForm.ts'
import { createUser, readUser, updateUser, type User } from '../contract.ts'
import { AddressFields } from './AddressFields.tsx'
import { Heir } from './Heir.tsx'
import { Sees } from './Sees.tsx'
import { Removal } from './Removal.tsx'
import { SellerLink, Sessions } from './UserAccess.tsx'
import { type Values, valuesOf } from './values.ts'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'

export interface UserSlots {
  /** What can be done with the person's data; `onErased` when nothing of it is left. */
  data: (user: User, onErased: () => void) => ReactNode
  /** What a client has beside the account. */
  client: (user: User) => ReactNode
}
interface Props extends UserSlots {
  company: Pick<Company, 'id' | 'name' | 'price_table_active' | 'price_table_config' | 'importer'>
  sellers: Seller[]
  me: number
  id: string
}
export function UserPage(props: Props) {
  const fresh = props.id === 'new'
  const user = useQuery({
    queryKey: ['user', props.id],
    queryFn: () => call(readUser, { params: { id: Number(props.id) } }),
    enabled: !fresh,
  })
  if (!fresh && user.isPending) return <Loading />
  if (user.isError)
    return (
      <FailedPage
        title={t('Pessoa')}
        what={t('Não conseguimos abrir esta pessoa.')}
        error={user.error}
        retry={() => void user.refetch()}
      />
    )
  return <Editor {...props} user={user.data ?? null} />
}

function Editor({ user, company, sellers, me, data, client }: Props & { user: User | null }) {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const [removing, setRemoving] = useState(false)
  const [picture, setPicture] = useState<File | null>(null)
  // A secret is not kept for the tab, as the form's values are.
  const [password, setPassword] = useState('')
  const [current, setCurrent] = useState('')
  const [renewsLink, setRenewsLink] = useState(true)
  const form = useForm<Values>(`user:${user?.id ?? 'new'}`, valuesOf(user, params.get('level') || '3'), {
    onFailure: (failure) => {
      if (!isFailure(failure) || failure.code !== 'max_users') return false
      notify([failure.message, failure.say(String(failure.extra.hint ?? ''))].filter(Boolean).join(' '))
      return true
    },
  })
  const { values: v, set, error } = form
  const level = Number(v.level)
  const isDesk = useDesk()
  const title = user ? user.company_name || user.name : t('Nova pessoa')
  const changesSeller = user?.level === 3 && user.seller_id !== null && v.seller_id !== String(user.seller_id)
  const provesEmail = user?.id === me && v.email.toLowerCase() !== user.email.toLowerCase()
  useEffect(() => {
    document.title = title
  }, [title])
  const save = () =>
    form.submit(async () => {
      const values = user ? Object.fromEntries(form.changed().map((k) => [k, v[k]])) : v
      const typed = {
        ...values,
        ...(password && { password }),
        ...(provesEmail && { current_password: current }),
        ...(changesSeller && { renew_links: renewsLink ? '1' : '0' }),
      }
      const files = picture ? { files: { file: [picture] } } : {}
      const saved = user
        ? await call(updateUser, { params: { id: user.id }, typed, ...files })
        : await call(createUser, { typed, ...files })
      renew()
      notify(user ? t('Salvo.') : t('{name} foi criado.', { name: saved.company_name || saved.name }))
      setPicture((now) => (now === picture ? null : now))
      setPassword((now) => (now === password ? '' : now))
      setCurrent('')
      if (!user) navigate(`/dashboard/users/${saved.id}`, { replace: true })
      return valuesOf(saved, v.level)
    })
  const discard = () => {
    form.discard()
    setPassword('')
    setCurrent('')
  }
  const input = (key: keyof Values, more: React.InputHTMLAttributes<HTMLInputElement> = {}) => (
    <Typed className="in" value={v[key] as string} onChange={(e) => set(key, e.target.value as never)} {...more} />
  )
  return (
    <div className="page narrow">
      <BackLink href="/dashboard/users">{t('Usuários')}</BackLink>
      <div className="head">
        <h1 className="h1">{title}</h1>
      </div>
      <SubmitForm onSubmit={() => void save()}>
        <section className="sect">
          <h2>{t('Quem é')}</h2>
          <div className="fields two">
            <Field label={t('Nome')} error={error('name')}>
              {input('name', { autoComplete: 'off', maxLength: 120 })}
            </Field>
            <Field label={t('Telefone com DDD')} optional error={error('phone')}>
              {input('phone', { type: 'tel', inputMode: 'tel' })}
            </Field>
            <Field label={t('Acesso')} error={error('level')}>
              <select
                className="in"
                value={v.level}
                onChange={(e) => set('level', e.target.value)}
                disabled={user?.id === me}
              >
                <option value="1">{t('Administrador: cuida de tudo')}</option>
                <option value="2">{t('Vendedor: vende pela própria carteira')}</option>
                <option value="3">{t('Cliente: vê o catálogo e pede')}</option>
              </select>
            </Field>
            {user?.level === 2 && level !== 2 && (
              <Heir
                of={user.id}
                sellers={sellers}
                value={v.successor_id}
                error={error('successor_id')}
                onChange={(id) => set('successor_id', id)}
              />
            )}
            <Field label={t('Foto')} optional error={error('file')}>
              <PickPicture path={user?.profile_pic ?? ''} file={picture} onChoose={setPicture} />
            </Field>
          </div>
        </section>
        {level === 3 && (
          <section className="sect">
            <h2>{t('Cliente')}</h2>
            <div className="fields two">
              <Field label={t('Empresa')} optional error={error('company_name')}>
                {input('company_name', { maxLength: 160 })}
              </Field>
              <Field label={t('CPF ou CNPJ')} optional error={error('document')}>
                {input('document', { maxLength: 20 })}
              </Field>
              <Field label={t('Código do cliente')} optional error={error('client_code')}>
                {input('client_code', { maxLength: 40 })}
              </Field>
              <Field label={t('Vendedor')} error={error('seller_id')}>
                <select className="in" value={v.seller_id} onChange={(e) => set('seller_id', e.target.value)}>
                  <option value="">{t('Da casa')}</option>
                  {sellers.map((s) => (
                    <option key={s.id} value={s.id}>
                      {s.name}
                    </option>
                  ))}
                </select>
              </Field>
            </div>
            {changesSeller && (
              <label className="checkline">
                <input type="checkbox" checked={renewsLink} onChange={(e) => setRenewsLink(e.target.checked)} />
                {t('Trocar o link pessoal que o vendedor anterior abriu')}
              </label>
            )}
            <AddressFields value={v.address} onChange={(a) => set('address', a)} error={error} />
          </section>
        )}
        <Unfolds
          title={t('Entrada')}
          about={v.email || t('E-mail, senha e se pode entrar')}
          open={isDesk || level < 3 || Boolean(error('email') ?? error('password'))}
        >
          {level === 3 && <p className="t2 sm">{t('Sem e-mail e senha, o cliente entra pelo link pessoal.')}</p>}
          <div className="fields two">
            <Field label={t('E-mail')} optional={level === 3} error={error('email')}>
              {input('email', { type: 'email', autoComplete: 'off' })}
            </Field>
            {provesEmail && (
              <Field label={t('Senha atual')} error={error('current_password')}>
                <input
                  className="in"
                  type="password"
                  autoComplete="current-password"
                  value={current}
                  onChange={(e) => setCurrent(e.target.value)}
                />
              </Field>
            )}
            {user?.id === me ? (
              <Link href="/conta" className="btn txt flush">
                {t('Trocar a própria senha')}
              </Link>
            ) : (
              <Field
                label={user?.signs_in ? t('Senha nova') : t('Senha')}
                optional={!!user || level === 3}
                error={error('password')}
                hint={level === 3 ? t('Pelo menos 8 caracteres.') : t('Pelo menos 10 caracteres.')}
              >
                <input
                  className="in"
                  type="password"
                  autoComplete="new-password"
                  value={password}
                  onChange={(e) => setPassword(e.target.value)}
                />
              </Field>
            )}
          </div>
          {user && user.id !== me && (
            <Switch
              label={t('Pode entrar')}
              hint={t('Desligado, sai de todos os aparelhos e não entra mais.')}
              checked={v.active}
              onChange={(on) => set('active', on)}
            />
          )}
        </Unfolds>
        {level >= 2 && <Sees form={form} company={company} level={level} open={isDesk} />}
        <SaveBar
          shown={form.dirty || !!picture || password !== '' || !user}
          text={user ? t('Há mudanças por salvar.') : t('Nada foi salvo ainda.')}
          busy={form.busy}
          onDiscard={user ? discard : undefined}
        />
      </SubmitForm>
      <Stay active={form.busy && !!picture} text={t('O que está sendo enviado ainda não chegou.')} />
      {user?.level === 2 && <SellerLink user={user} company={company} />}
      {user?.level === 3 && client(user)}
      {user && user.level >= 1 && <Sessions user={user} />}
      {user && data(user, () => navigate('/dashboard/users'))}
      {user && user.id !== me && (
        <section className="sect">
          <button type="button" className="btn danger self-start" onClick={() => setRemoving(true)}>
            <Icon name="bin" />
            {t('Excluir pessoa')}
          </button>
        </section>
      )}
      {user && removing && (
        <Removal
          user={user}
          sellers={sellers}
          onClose={() => setRemoving(false)}
          onDone={() => navigate('/dashboard/users')}
        />
      )}
    </div>
  )
}
