// How a cart is told apart from the others.
import { t } from '#web/i18n.ts'
import type { Cart } from '../rules.ts'
import { nameOf } from '../rules.ts'

export const title = (c: Cart) => nameOf(c) || t('Sem cliente')
/** Where whoever sells finds the shop window. */
export const windowOf = (level: number) => (level === 1 ? '/dashboard/products?view=vitrine' : '/dashboard/products')
