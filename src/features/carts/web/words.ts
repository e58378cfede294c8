// How a cart is told apart from the others.
import type { Company } from '#features/companies/contract.ts'
import { wantedName } from '#shared/documents.ts'
import { t } from '#web/i18n.ts'
import type { Cart } from '../rules.ts'
import { nameOf } from '../rules.ts'

export const title = (c: Cart) => nameOf(c) || t('Sem cliente')
/** Where whoever sells finds the shop window. */
export const windowOf = (level: number) => (level === 1 ? '/dashboard/products?view=vitrine' : '/dashboard/products')
/** What a cart asks for, in the order of its page. */
const FIELDS = [
  'name',
  'phone',
  'document',
  'additional_field',
  'email',
  'discount',
  'payment_term',
  'delivery_date',
  'freight',
  'signature',
]
/** What the order's form calls a field. */
function fieldName(field: string, company: Company): string {
  if (field === 'name') return t('Nome')
  if (field === 'phone') return t('WhatsApp')
  if (field === 'email') return t('E-mail')
  if (field === 'discount') return t('Desconto (%)')
  if (field === 'payment_term') return t('Pagamento')
  if (field === 'delivery_date') return t('Entrega')
  if (field === 'freight') return t('Frete')
  if (field === 'signature') return t('Assinatura')
  if (field === 'document') return wantedName({ cpf: company.cpf_required, cnpj: company.cnpj_required })
  return company.additional_name || t('Campo adicional')
}
/** What is wrong with an order: its fields by name, else what the form has no field for; '' when nothing is. */
export function complaint(errors: Partial<Record<string, string[]>>, company: Company): string {
  const wrong = FIELDS.filter((field) => errors[field])
  if (wrong.length === 0) return Object.values(errors).flat().join(' ')
  return t('Confira antes de enviar: {fields}.', { fields: wrong.map((f) => fieldName(f, company)).join(', ') })
}
