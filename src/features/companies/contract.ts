import * as z from 'zod/mini'
import { blank, cents, endpoint, flag, id, page, percent } from '#shared/wire.ts'

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
})

/** A company as its readers see it. What a role may not see is absent (queries.ts projectCompany). */
export const companyShape = z.object({
  id,
  path: z.string(),
  name: z.string(),
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
  additional_field_required: flag,
  additional_name: z.string(),
  primary_color: z.string(),
  secondary_color: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  tiktok: z.string(),
  exchange_rate: z.string(),
  min_order: cents,
  min_first_order: cents,
  settings,
  is_blocked: z.optional(flag),
  trial: z.optional(flag),
  valid_until: z.optional(z.string()),
  discount_limit: z.optional(z.nullable(percent)),
  public_user: z.optional(z.nullable(id)),
  orders_email: z.optional(z.string()),
  max_users_admin: z.optional(z.int()),
  max_users_seller: z.optional(z.int()),
  max_users_client: z.optional(z.int()),
  price_table_config: z.optional(z.array(z.unknown())),
  reseller: z.optional(z.nullable(z.object({ name: z.string(), redirect_link: z.string() }))),
})
export type Company = z.output<typeof companyShape>

/** `replaces`: removed sellers whose links this one answers. */
const sellerShape = z.object({ id, name: z.string(), phone: z.string(), replaces: z.array(id) })
export type Seller = z.output<typeof sellerShape>

export const listCompanies = endpoint('GET /api/v1/companies', {
  does: 'Empresas da plataforma (operador)',
  levels: [0],
  query: z.object({ ...page, name: blank(z.string()) }),
  data: z.array(companyShape),
  list: true,
})
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
