// What the first screen of a catalogue shows: the server reads it, and the web's own code draws it there.
import type { Category } from '#features/categories/contract.ts'
import type { Company } from '#features/companies/contract.ts'
import type { Product } from '#features/products/contract.ts'

export interface First {
  company: Company
  categories: Category[]
  products: Product[]
  total: number
  tags: string[]
  currency: string
  orders: boolean
  promos: { count: number; until: string | null }
}
