import { formatCents } from '#shared/money.ts'
import type { User } from '../contract.ts'

/** The form's values: everything as it is typed. */
export interface Values {
  name: string
  company_name: string
  email: string
  phone: string
  document: string
  client_code: string
  level: string
  /** Who gets what a seller leaves who becomes something else. */
  successor_id: string
  active: boolean
  hide_price: boolean
  hide_no_stock: boolean
  margin: string
  hiddenCategories: number[]
  price_table: string
  currency: string
  variation_config: string
  seller_id: string
  discount_limit: string
  address: User['address']
}
export const valuesOf = (u: User | null, level: string): Values => ({
  name: u?.name ?? '',
  company_name: u?.company_name ?? '',
  email: u?.email ?? '',
  phone: u?.phone ?? '',
  document: u?.document ?? '',
  client_code: u?.client_code ?? '',
  level: String(u?.level ?? level),
  successor_id: '',
  active: u?.active ?? true,
  hide_price: u?.hide_price ?? false,
  hide_no_stock: u?.hide_no_stock ?? false,
  margin: u?.margin ? formatCents(u.margin) : '',
  hiddenCategories: u?.hiddenCategories ?? [],
  price_table: String(u?.price_table ?? 1),
  currency: u?.currency ?? 'BRL',
  variation_config: u?.variation_config ?? '',
  seller_id: String(u?.seller_id ?? ''),
  discount_limit: u?.discount_limit == null ? '' : formatCents(u.discount_limit),
  address: u?.address ?? {},
})
