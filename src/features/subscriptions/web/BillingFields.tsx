import { CepInput } from '#features/addresses/web/index.ts'
import { documentIssue } from '#shared/documents.ts'
import { say, t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import type { Form } from '#web/useForm.ts'
import type { Subscription } from '../contract.ts'

export interface Billing {
  billing_name: string
  billing_document: string
  billing_email: string
  phone: string
  postal_code: string
  billing_address_street: string
  number: string
  complement: string
  district: string
  city: string
  state: string
  best_day_due: string
}
/** What was said the last time, else what the company's own form knows. */
export function emptyBilling(
  last: Subscription | null,
  company: {
    name: string
    orders_email?: string | undefined
    whatsapp_phone: string
    city: string
    state: string
  } | null,
): Billing {
  const a = last?.billing_address ?? {}
  return {
    billing_name: last?.billing_name ?? company?.name ?? '',
    billing_document: last?.billing_document ?? '',
    billing_email: last?.billing_email ?? company?.orders_email?.split(',')[0] ?? '',
    phone: last?.phone ?? company?.whatsapp_phone ?? '',
    postal_code: a.postal_code ?? '',
    billing_address_street: a.street ?? '',
    number: a.number ?? '',
    complement: a.complement ?? '',
    district: a.district ?? '',
    city: a.city ?? company?.city ?? '',
    state: a.state ?? company?.state ?? '',
    best_day_due: last ? String(last.best_day_due) : '',
  }
}
/** Only the invoice needs these. */
const ADDRESS = ['postal_code', 'billing_address_street', 'number', 'complement', 'district', 'city', 'state'] as const
/** Who pays: a document is checked as it is typed, a CEP brings its street. */
export function BillingFields<T extends Billing>({
  form,
  signedIn,
  hasCompany,
}: {
  form: Form<T>
  signedIn: boolean
  hasCompany: boolean
}) {
  const v = form.values
  const put = (changes: Partial<Billing>) => form.change((now) => ({ ...now, ...changes }))
  const typed = v.billing_document.replace(/[^0-9A-Za-z]/g, '')
  const document = typed.length === 11 || typed.length === 14 ? documentIssue(typed, { cpf: true, cnpj: true }) : null
  const text = (
    key: keyof Billing,
    label: string,
    more: React.InputHTMLAttributes<HTMLInputElement> & { optional?: boolean; hint?: string } = {},
  ) => {
    const { optional, hint, ...input } = more
    return (
      <Field label={label} error={form.error(key)} {...(optional && { optional })} {...(hint && { hint })}>
        <Typed className="in" value={v[key]} onChange={(e) => put({ [key]: e.target.value })} {...input} />
      </Field>
    )
  }
  const inAddress = ADDRESS.some((key) => form.error(key))
  return (
    <section className="form wideform">
      <h2>{t('Seus dados')}</h2>
      {!signedIn && (
        <p className="note">
          {hasCompany
            ? t(
                'Sem entrar, fica um pedido e alguém responde por e-mail com a cobrança. Entrando como administrador, o Pix aparece na hora.',
              )
            : t(
                'Entre como administrador da sua empresa para o Pix aparecer na hora, ou peça a cobrança ao consultor.',
              )}
        </p>
      )}
      <div className="fields two">
        {text('billing_name', t('Nome ou razão social'), { autoComplete: 'organization', maxLength: 160 })}
        <Field
          label={t('CPF ou CNPJ')}
          error={form.error('billing_document') ?? (document ? say(document) : undefined)}
          {...(!document && typed.length >= 11 && { hint: t('Confere.') })}
        >
          <input
            className="in"
            value={v.billing_document}
            maxLength={20}
            autoComplete="off"
            onChange={(e) => put({ billing_document: e.target.value })}
          />
        </Field>
        {text('billing_email', t('E-mail da cobrança'), {
          type: 'email',
          autoComplete: 'email',
          hint: t('Um endereço novo recebe a cobrança por e-mail depois de confirmado; aqui ela aparece na hora.'),
        })}
        {text('phone', t('Telefone com DDD'), { type: 'tel', autoComplete: 'tel-national', optional: true })}
      </div>
      <details className="more" open={inAddress || undefined}>
        <summary>{t('Endereço para a nota fiscal')}</summary>
        <div className="fields three spaced">
          <CepInput
            value={v.postal_code}
            error={form.error('postal_code')}
            onChange={(postal_code) => put({ postal_code })}
            onFound={(p) =>
              put({
                billing_address_street: p.street || v.billing_address_street,
                district: p.district || v.district,
                city: p.city || v.city,
                state: p.state || v.state,
              })
            }
          />
          {text('billing_address_street', t('Rua'), { optional: true })}
          {text('number', t('Número'), { optional: true })}
          {text('complement', t('Complemento'), { optional: true })}
          {text('district', t('Bairro'), { optional: true })}
          {text('city', t('Cidade'), { optional: true })}
          {text('state', t('Estado'), { optional: true, maxLength: 2 })}
        </div>
      </details>
    </section>
  )
}
