import { specsLabel } from '#features/products/rules.ts'
import { t, tn } from '#web/i18n.ts'
import type { Item } from '#web/outbox/item.ts'
import { again } from '#web/outbox/acts.ts'
import { cartTotals } from './cart.ts'
import { isCart } from './outbox.ts'
import { type CartLine, lineKey, shareOf, sized } from '../rules.ts'

interface Short {
  product_id: number
  name: string
  specs: Record<string, string>
  available: number
}
/** An order that a company without enough stock refused whole: what is left of each line, taken with one tap. */
export function ShortStock({ item }: { item: Item }) {
  const { code, lines } = item.refusal?.body ?? {}
  const { kept } = item
  if (code !== 'sem_estoque' || !Array.isArray(lines) || !isCart(kept)) return null
  const short = new Map(
    (lines as Short[]).map((s) => [lineKey({ product_id: s.product_id, selected_specs: s.specs }), s]),
  )
  const has = (l: CartLine) => Math.max(0, short.get(lineKey(l))?.available ?? l.quantity)
  const left = kept.lines.map((l) => sized(l, Math.min(l.quantity, has(l)))).filter((l) => l.quantity > 0)
  const accept = () => {
    const next = { ...kept, lines: left }
    const quantity = new Map(left.map((l) => [lineKey(l), l.quantity]))
    const wanted = JSON.parse(String(item.body.product_json)) as (Pick<CartLine, 'product_id'> & {
      specs: CartLine['selected_specs']
    })[]
    const product_json = wanted.flatMap((w) => {
      const n = quantity.get(lineKey({ ...w, selected_specs: w.specs }))
      return n ? [{ ...w, quantity: n }] : []
    })
    const { total, pieces } = cartTotals(next, shareOf(String(item.body.discount ?? '0')))
    void again(item, {
      kept: next,
      body: { ...item.body, product_json: JSON.stringify(product_json) },
      about: { ...item.about, pieces, ...(item.about.total !== null && { total }) },
    })
  }
  return (
    <div>
      <ul>
        {kept.lines
          .filter((l) => has(l) < l.quantity)
          .map((l) => (
            <li key={lineKey(l)}>
              {[l.product.name, specsLabel(l.selected_specs)].filter(Boolean).join(', ')}:{' '}
              <del>{tn(l.quantity, '{n} peça', '{n} peças')}</del> → <b>{tn(has(l), '{n} peça', '{n} peças')}</b>
            </li>
          ))}
      </ul>
      {left.length > 0 && (
        <button type="button" className="btn pri spaced" onClick={accept}>
          {t('Aceitar o que há e enviar')}
        </button>
      )}
    </div>
  )
}
