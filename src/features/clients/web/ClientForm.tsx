import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { TableOptions } from '#features/companies/web/index.ts'
import { AddressFields } from '#features/users/web/index.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { writtenDegrees } from '#shared/geo.ts'
import { isFailure } from '#web/api.ts'
import { say, t } from '#web/i18n.ts'
import { PlacePart } from '#web/map/PlacePart.tsx'
import { renew } from '#web/queries.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useForm } from '#web/useForm.ts'
import type { Card } from '../contract.ts'
import { Known } from './Known.tsx'
import { sendClient } from './outbox.ts'
import { KEPT } from '#web/outbox/words.ts'
import { nameOf } from './words.ts'

interface Props {
  company: Pick<Company, 'price_table_active' | 'price_table_config'>
  sellers: Seller[]
  admin: boolean
  /** null: a new one. */
  client: Card | null
  /** What a new one is called to begin with. */
  name: string
  back: string
}
const valuesOf = (c: Card | null, name: string) => ({
  company_name: c?.company_name ?? '',
  name: c?.name ?? name,
  document: c?.document ?? '',
  phone: c?.phone ?? '',
  email: c?.email ?? '',
  client_code: c?.client_code ?? '',
  seller_id: String(c?.seller_id ?? ''),
  price_table: String(c?.price_table ?? 1),
  address: c?.address ?? {},
  lat: writtenDegrees(c?.lat ?? null),
  lng: writtenDegrees(c?.lng ?? null),
  blocked: c?.blocked ?? false,
  credit_note: c?.credit_note ?? '',
})
type Values = ReturnType<typeof valuesOf>

export function ClientForm({ company, sellers, admin, client, name: called, back }: Props) {
  const [, navigate] = useLocation()
  // The server asks whether it is another client all the same.
  const [asked, setAsked] = useState('')
  const name = `client:${client?.id ?? 'new'}`
  const form = useForm<Values>(name, valuesOf(client, called), {
    onFailure: (failure) => {
      if (!isFailure(failure) || failure.code !== 'client_exists') return false
      setAsked(failure.message)
      return true
    },
  })
  const { values: v, set, error } = form
  const title = client ? nameOf(client) : t('Novo cliente')
  useEffect(() => {
    document.title = title
  }, [title])
  const save = (anyway: boolean) =>
    form.submit(async () => {
      setAsked('')
      const changed = form.changed()
      const saved = await sendClient({
        name: v.company_name || v.name,
        id: client?.id ?? null,
        form: name,
        values: client ? Object.fromEntries(changed.map((k) => [k, v[k]])) : v,
        was: Object.fromEntries(changed.map((k) => [k, form.base[k]])),
        anyway,
      })
      if (saved === 'kept') {
        notify(KEPT())
        return navigate(client ? back : '/aguardando', { replace: true })
      }
      renew()
      notify(client ? t('Salvo.') : t('{name} foi cadastrado.', { name: nameOf(saved) }))
      navigate(client ? back : `/clientes/${saved.id}`, { replace: true })
      return valuesOf(saved, '')
    })
  const place = ([lat = '', lng = '']: string[]) => form.change((now) => ({ ...now, lat, lng }))
  const length = bareDocument(v.document).length
  const document_issue =
    length >= 11 && v.document !== form.base.document ? documentIssue(v.document, { cpf: false, cnpj: false }) : null
  const input = (key: keyof Values, more: React.InputHTMLAttributes<HTMLInputElement> = {}) => (
    <Typed
      className="in"
      autoComplete="off"
      value={v[key] as string}
      onChange={(e) => set(key, e.target.value as never)}
      {...more}
    />
  )
  return (
    <div className="page narrow client">
      <BackLink href={back}>{client ? nameOf(client) : t('Clientes')}</BackLink>
      <div className="head">
        <h1 className="h1">{client ? t('Editar cadastro') : title}</h1>
      </div>
      <SubmitForm onSubmit={() => void save(false)}>
        <section className="sect">
          <div className="fields two">
            <Field label={t('Nome de quem compra')} error={error('name')}>
              {input('name', { maxLength: 120 })}
            </Field>
            <Field label={t('Empresa')} optional error={error('company_name')}>
              {input('company_name', { maxLength: 160 })}
            </Field>
            <Field label={t('Telefone com DDD')} optional error={error('phone')}>
              {input('phone', { type: 'tel', inputMode: 'tel', maxLength: 20 })}
            </Field>
            <Field
              label={t('CPF ou CNPJ')}
              optional
              error={
                error('document') ??
                (length === 11 || length >= 14 ? document_issue && say(document_issue) : null) ??
                undefined
              }
            >
              {input('document', { maxLength: 20, autoCapitalize: 'characters' })}
            </Field>
            <Known typed={v} client={client} />
            <Field label={t('E-mail')} optional error={error('email')}>
              {input('email', { type: 'email', maxLength: 254 })}
            </Field>
            <Field label={t('Código do cliente')} optional error={error('client_code')}>
              {input('client_code', { maxLength: 40 })}
            </Field>
          </div>
          <div>
            <AddressFields
              value={v.address}
              onChange={(a) => set('address', a)}
              onFound={({ at }) => place(at ? [at.lat, at.lng].map(writtenDegrees) : [])}
              error={error}
            />
          </div>
          <PlacePart
            lat={v.lat}
            lng={v.lng}
            state={v.address.state}
            label={t('Mapa com o lugar do cliente')}
            error={error}
            onMove={(...at) => place(at)}
          />
        </section>
        {admin && (
          <section className="sect">
            <h2>{t('Só o administrador muda')}</h2>
            <div className="fields two">
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
              {company.price_table_active && (
                <Field label={t('Tabela de preços')} error={error('price_table')}>
                  <select className="in" value={v.price_table} onChange={(e) => set('price_table', e.target.value)}>
                    <TableOptions company={company} />
                  </select>
                </Field>
              )}
              <Field
                label={t('Observação de crédito')}
                optional
                error={error('credit_note')}
                hint={t('Aparece para quem vende, nunca para o cliente.')}
              >
                {input('credit_note', { maxLength: 500 })}
              </Field>
            </div>
            <Switch
              label={t('Bloqueado para pedidos')}
              hint={t('Recebe orçamento, mas nenhum pedido é aceito até você desbloquear.')}
              checked={v.blocked}
              onChange={(on) => set('blocked', on)}
            />
          </section>
        )}
        <SaveBar
          shown={form.dirty || !client}
          text={client ? t('Há mudanças por salvar.') : t('Nada foi salvo ainda.')}
          busy={form.busy}
          onDiscard={client ? form.discard : undefined}
        />
      </SubmitForm>
      {asked && (
        <Confirm
          title={t('É outro cliente mesmo assim?')}
          text={asked}
          onClose={() => setAsked('')}
          onConfirm={() => save(true)}
        />
      )}
    </div>
  )
}
