// What is chosen on the screen, and what is asked for of it.
import type { Form } from '#web/useForm.ts'
import type { Kind, POSTERS, SHAPES, SUBJECTS, SYMBOLS, WRONGS } from '../rules.ts'

export interface Choice {
  title: string
  message: string
  prices: boolean
  categories: number[]
  price_table: number
  /** Of whom an admin makes it; '' the company's. */
  seller: string
  poster: (typeof POSTERS)[number]
  shape: (typeof SHAPES)[number]
  subject: (typeof SUBJECTS)[number]
  model: string
  start: string
  copies: string
  symbol: (typeof SYMBOLS)[number]
  wrong: (typeof WRONGS)[number]
}
export type ChoiceForm = Form<Choice>
/** As it is typed: the server reads it and says what is wrong where. */
export function wantedOf(kind: Kind, v: Choice, ids: number[], admin: boolean): Record<string, unknown> {
  const goods = kind !== 'poster'
  const offers = kind === 'flyer' || (kind === 'card' && v.subject === 'promocoes')
  const single = kind === 'card' && v.subject === 'produto'
  const some = single || (!offers && kind !== 'card' && ids.length > 0)
  return {
    kind,
    title: v.title,
    message: v.message,
    ...(admin && v.seller && { seller_id: v.seller }),
    ...(goods && { prices: v.prices ? '1' : '0', ...(admin && { price_table: v.price_table }) }),
    ...(goods && some && { ids: single ? ids.slice(0, 1) : ids }),
    ...(goods && !some && !offers && { categories: v.categories }),
    ...(kind === 'poster' && { poster: v.poster }),
    ...(kind === 'card' && { shape: v.shape, subject: v.subject }),
    ...(kind === 'labels' && {
      model: v.model,
      start: v.start || '1',
      copies: v.copies || '1',
      symbol: v.symbol,
      wrong: v.wrong,
    }),
  }
}
