import { useState } from 'react'
import type { Company, Seller } from '#features/companies/contract.ts'
import { listClients, type User } from '#features/users/contract.ts'
import { wantedName } from '#shared/documents.ts'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { cart, setForm } from './cart.ts'
import type { CartViewer } from './CartPage.tsx'

export type FormErrors = Partial<Record<string, string[]>>
interface Props {
  viewer: CartViewer
  company: Company
  sellers: Seller[]
  errors: FormErrors
}
/** The order's form: what the company asks for; everything typed is kept with the cart. */
export function OrderForm({ viewer, company, sellers, errors }: Props) {
  const { form } = cart.use()
  const [notes, setNotes] = useState(Boolean(form.description))
  const staff = viewer.level <= 2
  const own = !viewer.isPublic && !staff
  const value = (name: string, fallback = '') => form[name] ?? fallback
  const input = (name: string, fallback: string, more: React.InputHTMLAttributes<HTMLInputElement> = {}) => (
    <input className="in" name={name} value={value(name, fallback)} onChange={(e) => setForm(name, e.target.value)} {...more} />
  )
  const asksDocument = company.cpf_required || company.cnpj_required
  return (
    <div className="form">
      {staff && <ClientPicker />}
      <Field label={t('Nome')} error={errors.name?.[0]}>
        {input('name', own ? viewer.user.company_name || viewer.user.name : '', { autoComplete: 'name' })}
      </Field>
      <div className="two">
        <Field label={t('WhatsApp')} error={errors.phone?.[0]}>
          {input('phone', own ? viewer.user.phone : '', { type: 'tel', inputMode: 'tel', autoComplete: 'tel', placeholder: '(11) 91234-5678' })}
        </Field>
        <Field
          label={asksDocument ? wantedName({ cpf: company.cpf_required, cnpj: company.cnpj_required }) : t('CPF ou CNPJ')}
          optional={!asksDocument}
          error={errors.document?.[0]}
        >
          {input('document', own ? viewer.user.document : '', { autoCapitalize: 'characters' })}
        </Field>
      </div>
      {(company.additional_name || company.additional_field_required) && (
        <Field label={company.additional_name || t('Campo adicional')} optional={!company.additional_field_required} error={errors.additional_field?.[0]}>
          {input('additional_field', '')}
        </Field>
      )}
      {(notes || staff) && (
        <div className="two">
          <Field label={t('E-mail')} optional error={errors.email?.[0]}>
            {input('email', own ? viewer.user.email : '', { type: 'email', autoComplete: 'email' })}
          </Field>
          <Field label={t('Código do cliente')} optional>
            {input('client_code', own ? viewer.user.client_code : '')}
          </Field>
        </div>
      )}
      {viewer.level === 1 && sellers.length > 0 && (
        <Field label={t('Vendedor')} optional>
          <select className="in" value={value('seller_id')} onChange={(e) => setForm('seller_id', e.target.value)}>
            <option value="">{t('Da casa')}</option>
            {sellers.map((s) => (
              <option key={s.id} value={s.id}>
                {s.name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {notes ? (
        <Field label={t('Observação')} optional error={errors.description?.[0]}>
          <textarea className="in" maxLength={2000} value={value('description')} onChange={(e) => setForm('description', e.target.value)} />
        </Field>
      ) : (
        <button type="button" className="btn txt left" onClick={() => setNotes(true)}>
          <Icon name="plus" />
          {t('Adicionar observação ou e-mail')}
        </button>
      )}
    </div>
  )
}
/** Whom a seller or admin orders for: typed, found among the clients, or nobody yet. */
function ClientPicker() {
  const { form } = cart.use()
  const [found, setFound] = useState<User[] | null>(null)
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const look = async (name: string) => {
    setWords(name)
    setProblem('')
    if (name.trim().length < 2) return setFound(null)
    try {
      setFound((await callList(listClients, { query: { name, limit: 8 } })).rows)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  const pick = (u: User) => {
    for (const [k, v] of Object.entries({
      client_id: String(u.id),
      name: u.company_name || u.name,
      phone: u.phone,
      email: u.email,
      document: u.document,
      client_code: u.client_code,
    }))
      setForm(k, v)
    setFound(null)
    setWords('')
  }
  if (form.client_id) {
    return (
      <p className="note ok">
        <span className="grow">{t('Pedido para {name}, com os preços deste cliente.', { name: form.name ?? '' })}</span>
        <button type="button" className="b linklike" onClick={() => setForm('client_id', '')}>
          {t('Trocar')}
        </button>
      </p>
    )
  }
  return (
    <div>
      <Field label={t('Buscar cliente')} optional error={problem} hint={t('Ou preencha os dados abaixo para um cliente novo.')}>
        <input className="in" value={words} onChange={(e) => void look(e.target.value)} />
      </Field>
      {found && (
        <ul className="panel spaced">
          {found.map((u) => (
            <li key={u.id}>
              <button type="button" className="li full" onClick={() => pick(u)}>
                <span className="grow left">
                  {u.company_name || u.name}
                  <small className="xs t2"> {u.document}</small>
                </span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="li t2">{t('Nenhum cliente com “{name}”.', { name: words })}</li>}
        </ul>
      )}
    </div>
  )
}
