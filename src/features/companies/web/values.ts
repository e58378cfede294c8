// The company as its form holds it: everything as it is typed.
import { formatCents } from '#shared/money.ts'
import { changedParts } from '#web/merge.ts'
import type { Form } from '#web/useForm.ts'
import type { Company } from '../contract.ts'

export interface Values {
  name: string
  document: string
  orders_email: string
  about: string
  city: string
  state: string
  country: string
  time_zone: string
  address: string
  lat: string
  lang: string
  whatsapp_phone: string
  seller_phone: string
  pedidos: boolean
  whatsapp: boolean
  has_sub_categories: boolean
  variations_active: boolean
  tag_active: boolean
  price_table_active: boolean
  price_table_config: { name: string }[]
  promo_price_active: boolean
  cpf_required: boolean
  cnpj_required: boolean
  importer: boolean
  additional_field_required: boolean
  additional_name: string
  primary_color: string
  secondary_color: string
  facebook: string
  instagram: string
  tiktok: string
  exchange_rate: string
  min_order: string
  min_first_order: string
  discount_limit: string
  payment_terms: Term[]
  quote_days: string
  refuse_without_stock: boolean
  public_hide_price: boolean
  price_approval: boolean
  catalogue_open: boolean
  settings: Settings
}
/** A payment term as it is typed. */
export interface Term {
  name: string
  instalments: string
  least: string
}
export interface Settings {
  general_message: string
  show_whatsapp_in_toolbar: boolean
  show_instagram_in_toolbar: boolean
  show_facebook_in_toolbar: boolean
  show_tiktok_in_toolbar: boolean
  show_entity_on_menu: boolean
  entity_label: string
  entity_whatsapp_cta: string
  company_whatsapp_cta: string
  whatsapp_personalized_message: string
  website_link: string
  website_cta: string
  landing_page_active: boolean
  landing_page_config: { link: string; titulo: string; recusar: string; mensagem: string; opcao: number }[]
  tag_facebook: string
  tag_google: string
  tag_tag_manager: string
}
const text = (v: unknown) => (v === null || v === undefined ? '' : String(v).replace('.', ','))
const money = (v: number | null | undefined) => (v ? formatCents(v) : '')
export function valuesOf(c: Company): Values {
  const s = c.settings
  return {
    name: c.name,
    document: c.document,
    orders_email: c.orders_email ?? '',
    about: c.about,
    city: c.city,
    state: c.state,
    country: c.country,
    time_zone: c.time_zone,
    address: c.address,
    lat: text(c.lat),
    lang: text(c.lang),
    whatsapp_phone: c.whatsapp_phone,
    seller_phone: c.seller_phone,
    pedidos: c.pedidos,
    whatsapp: c.whatsapp,
    has_sub_categories: c.has_sub_categories,
    variations_active: c.variations_active,
    tag_active: c.tag_active,
    price_table_active: c.price_table_active,
    price_table_config: [0, 1, 2].map((i) => ({
      name: String((c.price_table_config?.[i] as { name?: string } | undefined)?.name ?? ''),
    })),
    promo_price_active: c.promo_price_active,
    cpf_required: c.cpf_required,
    cnpj_required: c.cnpj_required,
    importer: c.importer,
    additional_field_required: c.additional_field_required,
    additional_name: c.additional_name,
    primary_color: c.primary_color,
    secondary_color: c.secondary_color,
    facebook: c.facebook,
    instagram: c.instagram,
    tiktok: c.tiktok,
    exchange_rate: text(c.exchange_rate.replace(/0+$/, '').replace(/\.$/, '')),
    min_order: money(c.min_order),
    min_first_order: money(c.min_first_order),
    discount_limit: c.discount_limit == null ? '' : formatCents(c.discount_limit),
    payment_terms: (c.payment_terms ?? []).map((x) => ({
      name: x.name,
      instalments: String(x.instalments),
      least: money(x.least),
    })),
    quote_days: String(c.quote_days ?? 7),
    refuse_without_stock: c.refuse_without_stock ?? false,
    public_hide_price: c.public_hide_price ?? false,
    price_approval: c.price_approval,
    catalogue_open: c.catalogue_open ?? true,
    settings: {
      general_message: s.general_message ?? '',
      show_whatsapp_in_toolbar: s.show_whatsapp_in_toolbar !== false,
      show_instagram_in_toolbar: s.show_instagram_in_toolbar !== false,
      show_facebook_in_toolbar: s.show_facebook_in_toolbar !== false,
      show_tiktok_in_toolbar: s.show_tiktok_in_toolbar !== false,
      show_entity_on_menu: s.show_entity_on_menu ?? false,
      entity_label: s.entity_label ?? '',
      entity_whatsapp_cta: s.entity_whatsapp_cta ?? '',
      company_whatsapp_cta: s.company_whatsapp_cta ?? '',
      whatsapp_personalized_message: s.whatsapp_personalized_message ?? '',
      website_link: s.website_link ?? '',
      website_cta: s.website_cta ?? '',
      landing_page_active: s.landing_page_active ?? false,
      landing_page_config: (s.landing_page_config ?? []) as Settings['landing_page_config'],
      tag_facebook: s.tag_facebook ?? '',
      tag_google: s.tag_google ?? '',
      tag_tag_manager: s.tag_tag_manager ?? '',
    },
  }
}
/** A changed field as it is sent: an empty minimum is 0, of the settings only those that differ. */
export const typedOf = (key: keyof Values, { base, values: v }: Pick<Form<Values>, 'base' | 'values'>): unknown =>
  (key === 'min_order' || key === 'min_first_order') && v[key] === ''
    ? '0'
    : key === 'settings'
      ? changedParts(base.settings, v.settings)
      : key === 'payment_terms'
        ? v.payment_terms.map((x) => ({ ...x, least: x.least || '0' }))
        : v[key]
