import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type Company, companyShape, readCompany, updateCompany } from '#features/companies/contract.ts'
import { listPlans } from '#features/plans/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showDay } from '#shared/day.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { renew } from '#web/queries.tsx'
import { PickPicture } from '#web/ui/PickPicture.tsx'
import { Field } from '#web/ui/Field.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { ZoneSelect } from '#web/ui/ZoneSelect.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useStored } from '#web/useStored.ts'
import { createCompany, listCompanies, listResellers } from '../contract.ts'
import { standingOf } from '../rules.ts'
import { CompanyActs } from './CompanyActs.tsx'
import { CompanyMore } from './CompanyMore.tsx'
import { STATES, leftOf } from './standing.ts'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'

/** One company as the operator keeps it: what it may have, until when, and what the operator does to it. */
export default function CompanyPage({ id }: { id: string }) {
  const fresh = id === 'new'
  const read = useQuery({
    queryKey: ['company', id],
    queryFn: () => findCompany(Number(id)),
    enabled: !fresh,
    refetchOnWindowFocus: false,
  })
  if (!fresh && read.isPending) return <Loading />
  if (read.isError)
    return (
      <FailedPage
        title={t('Empresa')}
        what={t('Não conseguimos abrir esta empresa.')}
        error={read.error}
        retry={() => void read.refetch()}
      />
    )
  return <Editor key={id} company={read.data ?? null} />
}
/** Deleted ones too: those stand in their own list. */
async function findCompany(company: number): Promise<Company> {
  try {
    return await call(readCompany, { params: { company } })
  } catch (failure) {
    if (!isFailure(failure) || failure.status !== 404) throw failure
    const gone = (await call(listCompanies, { query: { state: 'excluida' } })).find((c) => c.id === company)
    if (!gone) throw failure
    return gone
  }
}
const valuesOf = (c: Company | null) => ({
  name: c?.name ?? '',
  path: c?.path ?? '',
  orders_email: c?.orders_email ?? '',
  time_zone: c?.time_zone ?? HOME_ZONE,
  valid_until: c?.valid_until ?? '',
  plan_id: String(c?.plan_id ?? ''),
  max_users_admin: String(c?.max_users_admin ?? ''),
  max_users_seller: String(c?.max_users_seller ?? ''),
  max_users_client: String(c?.max_users_client ?? ''),
  max_products: String(c?.max_products ?? ''),
  max_price_tables: String(c?.max_price_tables ?? ''),
  max_files_mb: String(c?.max_files_mb ?? ''),
  reseller_id: String(c?.reseller_id ?? ''),
  mails_per_day: String(c?.mails_per_day ?? ''),
  mails_per_recipient: String(c?.mails_per_recipient ?? ''),
  mails_stopped: c?.mails_stopped ?? false,
  trial: c?.trial ?? true,
  pedido_pro: c?.pedido_pro ?? true,
  admin_name: '',
  admin_email: '',
})
type Values = ReturnType<typeof valuesOf>
type TextKey = { [K in keyof Values]: Values[K] extends string ? K : never }[keyof Values]

function Editor({ company }: { company: Company | null }) {
  const [, navigate] = useLocation()
  const [logo, setLogo] = useState<File | null>(null)
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => call(listPlans) })
  const resellers = useQuery({ queryKey: ['resellers'], queryFn: () => call(listResellers) })
  const form = useStored<Company, Values>(`operator:${company?.id ?? 'new'}`, company, {
    shape: companyShape,
    values: valuesOf,
    onFailure: (failure) => {
      if (!isFailure(failure) || failure.code !== 'changed_elsewhere') return false
      notify(t('Outro operador mudou esta empresa. O que mudou já está aqui: confira e salve de novo.'))
      return true
    },
  })
  const { values: v, set, error } = form
  const title = company?.name ?? t('Nova empresa')
  useEffect(() => {
    document.title = title
  }, [title])
  const save = () =>
    form.submit(async () => {
      const typed = company
        ? { ...Object.fromEntries(form.changed().map((k) => [k, v[k]])), version: form.stored?.version }
        : { ...v }
      const files = logo ? { files: { file: [logo] } } : {}
      const saved = company
        ? await call(updateCompany, { params: { company: company.id }, typed, ...files })
        : await call(createCompany, { typed, ...files })
      setLogo((now) => (now === logo ? null : now))
      renew()
      notify(company ? t('Salvo.') : t('{name} foi criada.', { name: saved.name }))
      if (!company) navigate(`/dashboard/companies/${saved.id}`, { replace: true })
      return saved
    })
  const text = (
    key: TextKey,
    label: string,
    more: React.InputHTMLAttributes<HTMLInputElement> & { optional?: boolean; hint?: string } = {},
  ) => {
    const { optional, hint, ...input } = more
    return (
      <Field label={label} error={error(key)} {...(optional && { optional })} {...(hint && { hint })}>
        <input className="in" autoComplete="off" value={v[key]} onChange={(e) => set(key, e.target.value)} {...input} />
      </Field>
    )
  }
  const state = company && standingOf(company)
  return (
    <div className="page narrow">
      <BackLink href="/dashboard/companies">{t('Empresas')}</BackLink>
      <div className="head">
        <h1 className="h1">{title}</h1>
        {company && state && (
          <span className="pill" data-s={state}>
            {t(STATES[state])}
          </span>
        )}
      </div>
      {company && (
        <p className="t2 spacedown">
          {t('Válida até {day}', { day: showDay(company.valid_until) })} · {leftOf(company)}
          {company.blocked_reason && ` · ${t('Bloqueada: {why}', { why: company.blocked_reason })}`}
        </p>
      )}
      {company && <CompanyActs company={company} />}
      {!company?.deleted_at && (
        <SubmitForm onSubmit={() => void save()}>
          <section className="sect">
            <h2>{t('Dados')}</h2>
            <div className="fields two">
              {text('name', t('Nome'), { maxLength: 120 })}
              {text('path', t('Endereço do catálogo'), {
                maxLength: 40,
                optional: !company,
                hint: company ? t('O link antigo passa a levar ao novo.') : t('Vazio: sai do nome.'),
              })}
              {text('orders_email', t('E-mail dos pedidos'), { type: 'email', optional: true })}
              <ZoneSelect value={v.time_zone} onChange={(zone) => set('time_zone', zone)} error={error('time_zone')} />
              <Field label={t('Logo')} optional error={error('file')}>
                <PickPicture path={company?.logo ?? ''} file={logo} onChoose={setLogo} />
              </Field>
            </div>
          </section>
          {!company && (
            <section className="sect">
              <h2>{t('Primeiro administrador')}</h2>
              <p className="t2 sm">{t('Recebe por e-mail o link para criar a senha.')}</p>
              <div className="fields two">
                {text('admin_name', t('Nome do administrador'), { optional: true, maxLength: 120 })}
                {text('admin_email', t('E-mail do administrador'), { type: 'email', optional: true })}
              </div>
            </section>
          )}
          <section className="sect">
            <h2>{t('Plano e validade')}</h2>
            <div className="fields two">
              <Field label={t('Plano')} error={error('plan_id')} hint={t('Outro plano traz os limites dele.')}>
                <select className="in" value={v.plan_id} onChange={(e) => set('plan_id', e.target.value)}>
                  {!company && <option value="">{t('O primeiro plano')}</option>}
                  {(plans.data?.plans ?? []).map((p) => (
                    <option key={p.id} value={p.id}>
                      {p.name}
                    </option>
                  ))}
                </select>
              </Field>
              {text('valid_until', t('Válida até'), {
                type: 'date',
                hint: company ? '' : t('Vazio: começa um teste.'),
                optional: !company,
              })}
              <Field
                label={t('Revenda')}
                error={error('reseller_id')}
                hint={t('Todo botão de assinar leva ao link dela.')}
              >
                <select className="in" value={v.reseller_id} onChange={(e) => set('reseller_id', e.target.value)}>
                  <option value="">{t('Nenhuma')}</option>
                  {(resellers.data ?? []).map((r) => (
                    <option key={r.id} value={r.id}>
                      {r.name}
                    </option>
                  ))}
                </select>
              </Field>
            </div>
            {company && (
              <Switch
                label={t('Em teste')}
                hint={t('Mostra os avisos do teste e pode ser excluída se ninguém pagar.')}
                checked={v.trial}
                onChange={(on) => set('trial', on)}
              />
            )}
            <Switch
              label={t('Pedido Digital completo')}
              hint={t('Números, situações e portal. Desligado, pedidos vão por e-mail e WhatsApp.')}
              checked={v.pedido_pro}
              onChange={(on) => set('pedido_pro', on)}
            />
          </section>
          <section className="sect">
            <h2>{t('Limites')}</h2>
            {!company && <p className="t2 sm">{t('Vazios, valem os do plano.')}</p>}
            <div className="fields three">
              {text('max_users_admin', t('Administradores'), {
                inputMode: 'numeric',
                hint: used(company?.usage?.admins),
              })}
              {text('max_users_seller', t('Vendedores'), { inputMode: 'numeric', hint: used(company?.usage?.sellers) })}
              {text('max_users_client', t('Clientes que entram'), {
                inputMode: 'numeric',
                hint: used(company?.usage?.clients),
              })}
              {text('max_products', t('Produtos ativos'), {
                inputMode: 'numeric',
                hint: used(company?.usage?.products),
              })}
              {text('max_price_tables', t('Tabelas de preços'), { inputMode: 'numeric' })}
              {text('max_files_mb', t('Espaço para arquivos (MB)'), {
                inputMode: 'numeric',
                hint: used(company?.usage?.files_mb),
              })}
              {company &&
                text('mails_per_day', t('E-mails por dia'), {
                  inputMode: 'numeric',
                  hint: t('Vazio: pela idade e pelo pagamento.'),
                })}
              {company &&
                text('mails_per_recipient', t('E-mails por destinatário'), {
                  inputMode: 'numeric',
                  hint: t('Vazio: pela idade e pelo pagamento.'),
                })}
            </div>
            {company && (
              <Switch
                label={t('Parar os e-mails')}
                hint={t('Pedidos continuam; só saem os links de entrar e de confirmar.')}
                checked={v.mails_stopped}
                onChange={(on) => set('mails_stopped', on)}
              />
            )}
          </section>
          <SaveBar
            shown={form.dirty || !!logo || !company}
            text={company ? t('Há mudanças por salvar.') : t('A empresa começa com o catálogo aberto.')}
            save={company ? t('Salvar') : t('Criar empresa')}
            busy={form.busy}
            onDiscard={
              company
                ? () => {
                    form.discard()
                    setLogo(null)
                  }
                : undefined
            }
          />
        </SubmitForm>
      )}
      <Stay active={form.busy && !!logo} text={t('O que está sendo enviado ainda não chegou.')} />
      {company && <CompanyMore company={company} />}
    </div>
  )
}
const used = (n: number | undefined) => (n === undefined ? '' : t('{n} em uso', { n: n.toLocaleString('pt-BR') }))
