// A company's form becomes its row: what an admin may set, what only the operator, and what is refused.
import { keepFormat } from '#server/html.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { EMAIL } from '#shared/email.ts'
import { invalid } from '#shared/errors.ts'
import type { Said } from '#shared/sentence.ts'
import { isWebLink, ownPage } from '#shared/address.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import { addDays } from '#shared/day.ts'
import { readPlace } from '#shared/geo.ts'
import { isState } from '#shared/states.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { updateCompany } from '../contract.ts'
import { LAST_DAY } from '../rules.ts'
import type { CompanyRow } from './writes.ts'

type Form = BodyOf<typeof updateCompany>
const PLAIN = [
  'name',
  'city',
  'state',
  'country',
  'time_zone',
  'address',
  'pedidos',
  'whatsapp',
  'has_sub_categories',
  'variations_active',
  'tag_active',
  'price_table_active',
  'price_table_config',
  'promo_price_active',
  'cpf_required',
  'cnpj_required',
  'importer',
  'additional_field_required',
  'additional_name',
  'refuse_without_stock',
  'price_approval',
  'catalogue_open',
] as const
const OPERATORS = [
  'valid_until',
  'max_users_admin',
  'max_users_seller',
  'max_users_client',
  'max_products',
  'max_price_tables',
  'max_files_mb',
  'is_blocked',
  'blocked_reason',
  'trial',
  'pedido_pro',
  'reseller_id',
  'mails_per_day',
  'mails_per_recipient',
  'mails_stopped',
] as const

/** "5,4321" or "5.4321" as decimal text with up to 6 places; null for anything else, 0 and more than a million. */
export function readRate(text: string): string | null {
  const t = text.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,6})?$/.test(t) && Number(t) > 0 && Number(t) <= 1_000_000 ? t : null
}
/** A handle or the address of a profile, without @ and domain. */
const handle = (text: string) =>
  text
    .trim()
    .replace(/^https?:\/\/(www\.)?[^/]+\//i, '')
    .replace(/^@|\/.*$|\?.*$/g, '')
/** As it is written, not only as a browser mends it: "https:\\\\host" is none. */
const isLink = (text: string) => /^https:\/\/[^/\\\s]/i.test(text) && isWebLink(text)
/** The name of a profile; what stands there is not asked about again. */
const isHandle = (text: string) => /^[\p{L}\p{N}._-]*$/u.test(text)
/** What is wrong with the numbers and the date that only an operator sets; `was` is the date that stood there. */
export function limitIssues(form: LimitForm, was: unknown, today: string): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const key of ['max_users_admin', 'max_users_seller', 'max_users_client', 'max_products'] as const)
    if (form[key] !== undefined && (form[key] < (key === 'max_users_admin' ? 1 : 0) || form[key] > 1_000_000))
      errors[key] = 'Informe um número entre 0 e 1.000.000.'
  for (const key of ['mails_per_day', 'mails_per_recipient'] as const)
    if (form[key] != null && (form[key] < 0 || form[key] > 1_000_000))
      errors[key] = 'Informe um número entre 0 e 1.000.000.'
  if (form.max_price_tables !== undefined && (form.max_price_tables < 1 || form.max_price_tables > 3))
    errors.max_price_tables = 'De 1 a 3 tabelas.'
  if (form.max_files_mb !== undefined && (form.max_files_mb < 0 || form.max_files_mb > 10_000_000))
    errors.max_files_mb = 'Informe um número entre 0 e 10.000.000.'
  if (form.valid_until !== undefined && form.valid_until !== was) {
    if (Number.isNaN(Date.parse(form.valid_until)) || addDays(form.valid_until, 0) !== form.valid_until)
      errors.valid_until = 'Esta data não existe.'
    else if (form.valid_until < today) errors.valid_until = 'Esta data já passou.'
    else if (form.valid_until > LAST_DAY) errors.valid_until = 'Esta data é longe demais.'
  }
  return errors
}
/** Addresses that get a mail for each order. */
const MOST_ORDER_EMAILS = 3
type LimitForm = Pick<
  Form,
  | 'valid_until'
  | 'max_users_admin'
  | 'max_users_seller'
  | 'max_users_client'
  | 'max_products'
  | 'max_price_tables'
  | 'max_files_mb'
  | 'mails_per_day'
  | 'mails_per_recipient'
>
/** The limits that a plan gives. */
export const limitsOf = (p: {
  id: number
  products: number
  sellers: number
  price_tables: number
  admins: number
  clients: number
  files_mb: number
}) => ({
  plan_id: p.id,
  max_products: p.products,
  max_users_seller: p.sellers,
  max_price_tables: p.price_tables,
  max_users_admin: p.admins,
  max_users_client: p.clients,
  max_files_mb: p.files_mb,
})
/** The row that `form` makes of `was`; throws 422 with every bad field at once. `today` is the company's day. */
export function filled(was: CompanyRow, form: Form, operator: boolean, today: string): CompanyRow {
  const errors: Record<string, Said> = {}
  const now: CompanyRow = { ...was }
  for (const key of PLAIN) if (form[key] !== undefined) now[key] = form[key]
  if (operator) {
    Object.assign(errors, limitIssues(form, was.valid_until, today))
    for (const key of OPERATORS) if (form[key] !== undefined) now[key] = form[key]
    if (form.is_blocked === false) now.blocked_reason = ''
  }
  if (form.orders_email !== undefined) {
    const typed = form.orders_email.split(/[,;]/).map((e) => e.trim().toLowerCase())
    const list = [...new Set(typed.filter(Boolean))]
    now.orders_email = list.join(', ')
    if (list.some((e) => !EMAIL.test(e))) errors.orders_email = 'E-mail inválido.'
    // More of them stay until they are changed.
    else if (list.length > MOST_ORDER_EMAILS && now.orders_email !== was.orders_email)
      errors.orders_email = 'Use até 3 endereços.'
  }
  if (form.document !== undefined) {
    const issue = form.document && documentIssue(form.document, { cpf: true, cnpj: true })
    if (issue) errors.document = issue
    now.document = bareDocument(form.document)
  }
  if (form.about !== undefined) now.about = keepFormat(form.about)
  for (const key of ['whatsapp_phone', 'seller_phone'] as const) {
    if (form[key] === undefined) continue
    now[key] = phoneDigits(form[key])
    const issue = phoneIssue(form[key])
    if (issue) errors[key] = issue
  }
  // Abroad a state may be called anything; two letters in Brazil are one of its states.
  if (form.state?.length === 2 && /^(bra[sz]il)?$/i.test(String(now.country)) && !isState(form.state))
    errors.state = 'Escolha um dos 27 estados pela sigla. Ex.: SP.'
  for (const key of ['primary_color', 'secondary_color'] as const) {
    if (form[key] === undefined) continue
    now[key] = form[key].toLowerCase()
    if (!/^#[0-9a-f]{6}$/.test(now[key] as string)) errors[key] = 'Cor inválida. Ex.: #b4532a.'
  }
  for (const key of ['facebook', 'instagram', 'tiktok'] as const)
    if (form[key] !== undefined) {
      const name = handle(form[key])
      if (name !== now[key] && !isHandle(name)) errors[key] = 'Informe só o nome do perfil. Ex.: @sualoja.'
      now[key] = name
    }
  const { lat, lng, issues } = readPlace(
    { lat: now.lat as number | null, lng: now.lang as number | null },
    { lat: form.lat, lng: form.lang },
  )
  Object.assign(now, { lat, lang: lng })
  if (issues.lat) errors.lat = issues.lat
  if (issues.lng) errors.lang = issues.lng
  if (form.exchange_rate !== undefined) {
    const rate = readRate(form.exchange_rate)
    if (rate === null) errors.exchange_rate = 'Informe reais por dólar, acima de zero. Ex.: 5,4321.'
    else now.exchange_rate = rate
  }
  for (const [key, column] of [
    ['min_order', 'min_order_cents'],
    ['min_first_order', 'min_first_order_cents'],
  ] as const) {
    const v = form[key]
    if (v === undefined) continue
    if (v < 0 || v > 999_999_999) errors[key] = 'Preço inválido. Ex.: 12,90.'
    now[column] = v
  }
  if (form.discount_limit !== undefined) {
    if (form.discount_limit !== null && (form.discount_limit < 0 || form.discount_limit > 10_000))
      errors.discount_limit = 'Informe uma porcentagem entre 0 e 100.'
    now.discount_limit_bp = form.discount_limit
  }
  if (form.quote_days !== undefined) {
    if (form.quote_days < 1 || form.quote_days > 365) errors.quote_days = 'Informe de 1 a 365 dias.'
    now.quote_days = form.quote_days
  }
  if (form.payment_terms !== undefined) {
    const names = form.payment_terms.map((x) => x.name.toLowerCase())
    if (new Set(names).size < names.length) errors.payment_terms = 'Duas formas de pagamento têm o mesmo nome.'
    else if (form.payment_terms.some((x) => x.instalments < 1 || x.instalments > 48))
      errors.payment_terms = 'De 1 a 48 parcelas.'
    else if (form.payment_terms.some((x) => x.least < 0 || x.least > 999_999_999))
      errors.payment_terms = 'Preço inválido. Ex.: 12,90.'
    now.payment_terms = form.payment_terms
  }
  if (form.settings) {
    const s = form.settings
    if (s.website_link && !isLink(s.website_link))
      errors['settings.website_link'] = 'Link inválido. Comece com https://.'
    const messages = (s.general_message ?? '').split('\n')
    if (messages.length > 10 || messages.some((m) => m.length > 140))
      errors['settings.general_message'] = 'Use até 10 linhas de até 140 letras.'
    if (s.landing_page_config?.some((o) => !isLink(o.link) && ownPage(o.link) === null))
      errors['settings.landing_page_config'] = 'Cada opção precisa de um link https:// ou de uma página daqui.'
    for (const [key, pattern] of [
      ['tag_facebook', /^\d{5,20}$/],
      ['tag_google', /^(G|AW|UA)-[\w-]{4,20}$/i],
      ['tag_tag_manager', /^GTM-\w{4,12}$/i],
    ] as const)
      if (s[key] && !pattern.test(s[key])) errors[`settings.${key}`] = 'Código de medição inválido.'
    now.settings = { ...was.settings, ...Object.fromEntries(Object.entries(s).filter(([, v]) => v !== undefined)) }
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return now
}
