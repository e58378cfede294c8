import * as z from 'zod/mini'
import { blank, cents, cleared, endpoint, flag, id, json, moment, percent, text, whole } from '#shared/wire.ts'

const settings = z.looseObject({
  general_message: z.optional(z.string()),
  banner_desktop: z.optional(z.string()),
  banner_mobile: z.optional(z.string()),
  background_image: z.optional(z.string()),
  show_whatsapp_in_toolbar: z.optional(flag),
  show_instagram_in_toolbar: z.optional(flag),
  show_facebook_in_toolbar: z.optional(flag),
  show_tiktok_in_toolbar: z.optional(flag),
  whatsapp_personalized_message: z.optional(z.string()),
  show_entity_on_menu: z.optional(flag),
  entity_label: z.optional(z.string()),
  entity_whatsapp_cta: z.optional(z.string()),
  company_whatsapp_cta: z.optional(z.string()),
  website_link: z.optional(z.string()),
  website_cta: z.optional(z.string()),
  landing_page_active: z.optional(flag),
  landing_page_config: z.optional(z.array(z.looseObject({}))),
  tag_facebook: z.optional(z.string()),
  tag_google: z.optional(z.string()),
  tag_tag_manager: z.optional(z.string()),
})

/** A company as its readers see it. What a role may not see is absent (queries.ts projectCompany). */
export const companyShape = z.object({
  id,
  path: z.string(),
  name: z.string(),
  /** CNPJ or CPF, bare; '' not given. */
  document: z.string(),
  logo: z.string(),
  about: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  address: z.string(),
  lat: z.nullable(z.number()),
  lang: z.nullable(z.number()),
  whatsapp_phone: z.string(),
  seller_phone: z.string(),
  pedidos: flag,
  whatsapp: flag,
  has_sub_categories: flag,
  variations_active: flag,
  tag_active: flag,
  price_table_active: flag,
  promo_price_active: flag,
  pedido_pro: flag,
  cpf_required: flag,
  cnpj_required: flag,
  importer: flag,
  price_approval: flag,
  additional_field_required: flag,
  additional_name: z.string(),
  primary_color: z.string(),
  secondary_color: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  tiktok: z.string(),
  exchange_rate: z.string(),
  time_zone: z.string(),
  min_order: cents,
  min_first_order: cents,
  tags: z.array(z.string()),
  settings,
  is_blocked: z.optional(flag),
  trial: z.optional(flag),
  valid_until: z.optional(z.string()),
  /** The last open day: `valid_until` or, of a paying company, the working day after it. */
  open_until: z.optional(z.string()),
  /** The company's calendar day, by the server's clock. */
  today: z.optional(z.string()),
  discount_limit: z.optional(z.nullable(percent)),
  /** How the company lets its people sell; `least` per instalment. */
  payment_terms: z.optional(z.array(z.object({ name: z.string(), instalments: z.int(), least: cents }))),
  public_user: z.optional(z.nullable(id)),
  orders_email: z.optional(z.string()),
  max_users_admin: z.optional(z.int()),
  max_users_seller: z.optional(z.int()),
  max_users_client: z.optional(z.int()),
  price_table_config: z.optional(z.array(z.unknown())),
  refuse_without_stock: z.optional(flag),
  public_hide_price: z.optional(flag),
  /** Whether visitors come in without a name. */
  catalogue_open: z.optional(flag),
  /** How many days a quote holds unless its sender says otherwise. */
  quote_days: z.optional(z.int()),
  reseller: z.optional(z.nullable(z.object({ name: z.string(), redirect_link: z.string() }))),
  offer_started_at: z.optional(z.nullable(moment)),
  max_products: z.optional(z.int()),
  max_price_tables: z.optional(z.int()),
  max_files_mb: z.optional(z.int()),
  plan_id: z.optional(id),
  plan_name: z.optional(z.string()),
  blocked_reason: z.optional(z.string()),
  /** Raised by every change; a change that names an older one answers changed_elsewhere. */
  version: z.optional(z.int()),
  reseller_id: z.optional(z.nullable(id)),
  /** What an operator set instead of what age and payment give. */
  mails_per_day: z.optional(z.nullable(z.int())),
  mails_per_recipient: z.optional(z.nullable(z.int())),
  mails_stopped: z.optional(flag),
  /** How the company came to the platform (tracking keys). */
  signup: z.optional(z.record(z.string(), z.unknown())),
  created_at: z.optional(moment),
  deleted_at: z.optional(z.nullable(moment)),
  usage: z.optional(
    z.object({
      admins: z.int(),
      sellers: z.int(),
      clients: z.int(),
      products: z.int(),
      orders: z.int(),
      files_mb: z.int(),
      last_order_at: z.nullable(moment),
    }),
  ),
})
export type Company = z.output<typeof companyShape>

/** `replaces`: removed sellers whose links this one answers. */
export const sellerShape = z.object({ id, name: z.string(), phone: z.string(), replaces: z.array(id) })
export type Seller = z.output<typeof sellerShape>

/** What a plan gives and an operator sets, of a new company as of one that is there. */
export const limits = {
  valid_until: blank(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'day'))),
  max_users_admin: blank(whole),
  max_users_seller: blank(whole),
  max_users_client: blank(whole),
  max_products: blank(whole),
  max_price_tables: blank(whole),
  max_files_mb: blank(whole),
  plan_id: blank(id),
  reseller_id: cleared(id),
  /** By name and link, as the specification has it; one that is not there yet is made. */
  reseller: cleared(json(z.object({ name: text(80, 2), redirect_link: text(300, 8) }))),
  path: blank(text(40)),
  pedido_pro: z.optional(flag),
  trial: z.optional(flag),
}
export const readCompany = endpoint('GET /api/v1/companies/:company', {
  does: 'A empresa, no que o papel pode ver',
  levels: [0, 1, 2, 3],
  public: true,
  whileClosed: true,
  params: z.object({ company: id }),
  data: companyShape,
})
export const readDetails = endpoint('GET /api/v2/companies/:company/details', {
  does: 'A empresa com o telefone do vendedor',
  levels: [0, 1, 2, 3],
  public: true,
  whileClosed: true,
  params: z.object({ company: id }),
  data: z.object({ company: companyShape }),
})
export const listSellers = endpoint('GET /api/v1/companies/:company/sellers', {
  does: 'Vendedores da empresa: id, nome e telefone',
  levels: [0, 1, 2, 3],
  public: true,
  params: z.object({ company: id }),
  data: z.array(sellerShape),
  list: true,
})

const line = (most: number) => z.optional(text(most))
const landing = z.object({
  link: text(500),
  titulo: text(120),
  recusar: z.optional(text(60)),
  mensagem: z.optional(text(500)),
  opcao: whole,
})
/** Settings that an admin writes; pictures come by store_settings. */
const settingsForm = z.object({
  general_message: line(1500),
  show_whatsapp_in_toolbar: z.optional(flag),
  show_instagram_in_toolbar: z.optional(flag),
  show_facebook_in_toolbar: z.optional(flag),
  show_tiktok_in_toolbar: z.optional(flag),
  show_entity_on_menu: z.optional(flag),
  entity_label: line(40),
  entity_whatsapp_cta: line(60),
  company_whatsapp_cta: line(60),
  whatsapp_personalized_message: line(300),
  website_link: line(300),
  website_cta: line(60),
  landing_page_active: z.optional(flag),
  landing_page_config: z.optional(z.array(landing).check(z.maxLength(10, 'long'))),
  tag_facebook: line(40),
  tag_google: line(40),
  tag_tag_manager: line(40),
})
const term = z.object({ name: text(60, 1), instalments: whole, least: cents })
const coordinate = z.union([z.number(), z.string()])
export const updateCompany = endpoint('PUT /api/v1/companies/:company', {
  does: 'Alterar a empresa: o administrador, seus dados e ajustes; o operador, também validade e limites',
  levels: [0, 1],
  params: z.object({ company: id }),
  body: z.object({
    name: z.optional(text(120, 2)),
    document: line(20),
    orders_email: line(254),
    about: line(20_000),
    city: line(80),
    state: line(40),
    country: line(60),
    /** A name of the IANA database: "America/Manaus". */
    time_zone: line(60),
    address: line(300),
    lat: cleared(coordinate),
    lang: cleared(coordinate),
    whatsapp_phone: line(20),
    seller_phone: line(20),
    pedidos: z.optional(flag),
    whatsapp: z.optional(flag),
    has_sub_categories: z.optional(flag),
    variations_active: z.optional(flag),
    tag_active: z.optional(flag),
    price_table_active: z.optional(flag),
    price_table_config: z.optional(json(z.array(z.object({ name: text(40) })).check(z.maxLength(3, 'long')))),
    promo_price_active: z.optional(flag),
    cpf_required: z.optional(flag),
    cnpj_required: z.optional(flag),
    importer: z.optional(flag),
    additional_field_required: z.optional(flag),
    additional_name: line(60),
    primary_color: line(7),
    secondary_color: line(7),
    facebook: line(200),
    instagram: line(200),
    tiktok: line(200),
    exchange_rate: blank(text(20)),
    min_order: blank(cents),
    min_first_order: blank(cents),
    discount_limit: cleared(percent),
    payment_terms: z.optional(json(z.array(term).check(z.maxLength(20, 'long')))),
    quote_days: blank(whole),
    refuse_without_stock: z.optional(flag),
    public_hide_price: z.optional(flag),
    price_approval: z.optional(flag),
    catalogue_open: z.optional(flag),
    settings: z.optional(json(settingsForm)),
    ...limits,
    mails_per_day: cleared(whole),
    mails_per_recipient: cleared(whole),
    mails_stopped: z.optional(flag),
    is_blocked: z.optional(flag),
    blocked_reason: line(200),
    version: blank(whole),
    /** What the sender saw in the fields that it changes; somebody else's change
     * meanwhile answers changed_elsewhere. */
    was: z.optional(json(z.record(z.string(), z.unknown()))),
  }),
  files: { file: 1, logo: 1 },
  data: companyShape,
})
export const storeSettings = endpoint('POST /api/v2/companies/store_settings', {
  does: 'Banners e imagem de fundo: enviar ou retirar',
  levels: [0, 1],
  query: z.object({}),
  body: z.object({
    banner_desktop_remove: z.optional(flag),
    banner_mobile_remove: z.optional(flag),
    background_image_remove: z.optional(flag),
  }),
  files: { banner_desktop: 1, banner_mobile: 1, background_image: 1 },
  data: companyShape,
})
export const updateExchangeRate = endpoint('POST /api/v2/companies/updateExchangeRate', {
  does: 'Câmbio: reais por dólar, até 6 casas',
  levels: [1],
  body: z.object({ exchange_rate: text(20, 1) }),
  data: z.object({ exchange_rate: z.string() }),
})
