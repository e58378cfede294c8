import { useState } from 'react'
import type { Company, Seller } from '#features/companies/contract.ts'
import { lacking } from '#features/orders/form.ts'
import { BUYER_FIELDS, type BuyerData } from '#features/orders/rules.ts'
import { wantedName } from '#shared/documents.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { setBuyer } from './acts.ts'
import { cart, setDetail } from './cart.ts'
import { ClientStanding } from './ClientStanding.tsx'
import { ClientPicker, PickedClient } from './ClientPicker.tsx'
import { type CartViewer, chosenSeller, filled, type FormErrors } from './send.ts'

interface Props {
  viewer: CartViewer
  company: Company
  sellers: Seller[]
  errors: FormErrors
  /** A field is no longer what the errors speak of. */
  onTyped: (field: string) => void
}
/** The order's form: what the company asks for; everything typed is kept with the cart. Of a client that was picked
 * it asks only what is not known. */
export function OrderForm({ viewer, company, sellers, errors, onTyped }: Props) {
  const c = cart.use()
  const { buyer, details } = c
  const staff = viewer.level <= 2
  const data = filled(c, viewer)
  const asked = buyer.kind === 'client' ? lacking(buyer.data, company) : BUYER_FIELDS
  const [more, setMore] = useState(Boolean(details.description))
  const extra = staff || more || (viewer.isPublic && data.client_code !== '') || errors.email !== undefined
  const input = (name: keyof BuyerData, attributes: React.InputHTMLAttributes<HTMLInputElement> = {}) => (
    <Typed
      className="in"
      name={name}
      value={data[name]}
      onChange={(e) => {
        setBuyer(name, e.target.value)
        onTyped(name)
      }}
      {...attributes}
      {...(staff && { autoComplete: 'off' })}
    />
  )
  const sellerAt = (id: number | null | undefined) => sellers.find((s) => s.id === id || s.replaces.includes(id ?? 0))
  const own = buyer.kind === 'client' ? sellerAt(buyer.seller_id) : undefined
  const seller = (sellerAt(Number(chosenSeller(c))) ?? own)?.id ?? ''
  const asksDocument = company.cpf_required || company.cnpj_required
  return (
    <div className="form" role="group" aria-labelledby="buyer">
      {staff &&
        (buyer.kind === 'client' ? (
          <PickedClient
            client={buyer}
            standing={<ClientStanding currency={viewer.currency} hide_price={viewer.hide_price} />}
          />
        ) : (
          <ClientPicker />
        ))}
      {asked.includes('name') && (
        <Field label={t('Nome')} error={errors.name?.[0]}>
          {input('name', { autoComplete: 'name' })}
        </Field>
      )}
      {(asked.includes('phone') || asked.includes('document')) && (
        <div className="two">
          {asked.includes('phone') && (
            <Field label={t('WhatsApp')} error={errors.phone?.[0]}>
              {input('phone', { type: 'tel', inputMode: 'tel', autoComplete: 'tel', placeholder: '(11) 91234-5678' })}
            </Field>
          )}
          {asked.includes('document') && (
            <Field
              label={
                asksDocument ? wantedName({ cpf: company.cpf_required, cnpj: company.cnpj_required }) : t('CPF ou CNPJ')
              }
              optional={!asksDocument}
              error={errors.document?.[0]}
            >
              {input('document', { autoCapitalize: 'characters' })}
            </Field>
          )}
        </div>
      )}
      {(company.additional_name || company.additional_field_required) && (
        <Field
          label={company.additional_name || t('Campo adicional')}
          optional={!company.additional_field_required}
          error={errors.additional_field?.[0]}
        >
          <input
            className="in"
            name="additional_field"
            value={details.additional_field ?? ''}
            onChange={(e) => {
              setDetail('additional_field', e.target.value)
              onTyped('additional_field')
            }}
          />
        </Field>
      )}
      {extra && (asked.includes('email') || asked.includes('client_code')) && (
        <div className="two">
          {asked.includes('email') && (
            <Field label={t('E-mail')} optional error={errors.email?.[0]}>
              {input('email', { type: 'email', autoComplete: 'email' })}
            </Field>
          )}
          {asked.includes('client_code') && (
            <Field label={t('Código do cliente')} optional>
              {input('client_code')}
            </Field>
          )}
        </div>
      )}
      {viewer.level === 1 && sellers.length > 0 && (
        <Field label={t('Vendedor')} optional>
          <select className="in" value={seller} onChange={(e) => setDetail('seller_id', e.target.value)}>
            {!own && <option value="">{t('Da casa')}</option>}
            {sellers.map((s) => (
              <option key={s.id} value={s.id}>
                {s.name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {more || details.description ? (
        <Field label={t('Observação')} optional error={errors.description?.[0]}>
          <textarea
            className="in"
            maxLength={2000}
            value={details.description ?? ''}
            onChange={(e) => setDetail('description', e.target.value)}
          />
        </Field>
      ) : (
        <button type="button" className="btn txt left" onClick={() => setMore(true)}>
          <Icon name="plus" />
          <span>{extra ? t('Adicionar observação') : t('Adicionar observação ou e-mail')}</span>
        </button>
      )}
    </div>
  )
}
