import { specsLabel } from '#features/products/rules.ts'
import { t, tn } from '#web/i18n.ts'
import type { Item } from '#web/outbox/item.ts'
import { again } from '#web/outbox/acts.ts'
import { failureOf } from '#web/outbox/outbox.ts'
import { Sentence } from '#web/ui/Sentence.tsx'
import { cartTotals } from './cart.ts'
import { isCart } from './outbox.ts'
import { type Cart, type CartLine, lineKey, shareOf, sized } from '../rules.ts'

interface Short {
  product_id: number
  name: string
  specs: Record<string, string>
  available: number
}
interface Lost {
  product_id: number
  specs: Record<string, string>
  reason: string
}
const nameOf = (l: CartLine) => [l.product.name, specsLabel(l.selected_specs)].filter(Boolean).join(', ')
const byLine = <L extends { product_id: number; specs: Record<string, string> }>(lines: L[]) =>
  new Map(lines.map((l) => [lineKey({ product_id: l.product_id, selected_specs: l.specs }), l]))
/** Whether the server said something to single lines. */
export const hasLines = ({ kept, refusal }: Item) => isCart(kept) && Array.isArray(refusal?.body.lines)
/** What the server said to the lines of an order that was refused. */
export function Refused({ item: { kept, refusal }, item }: { item: Item }) {
  const { code, lines } = refusal?.body ?? {}
  if (!refusal || !Array.isArray(lines) || !isCart(kept)) return null
  if (code === 'sem_estoque') return <ShortStock item={item} kept={kept} lines={lines as Short[]} />
  const lost = byLine(lines as Lost[])
  const { say, message } = failureOf(refusal)
  const said = kept.lines.flatMap((l) => {
    const reason = lost.get(lineKey(l))?.reason
    return reason ? [<li key={lineKey(l)}>{`${nameOf(l)}: ${say(reason)}`}</li>] : []
  })
  return <ul className="note bad col">{said.length > 0 ? said : <li>{message}</li>}</ul>
}
/** A company without enough stock refused it whole: what is left of each line, taken with one tap. */
function ShortStock({ item, kept, lines }: { item: Item; kept: Cart; lines: Short[] }) {
  const short = byLine(lines)
  const has = (l: CartLine) => Math.max(0, short.get(lineKey(l))?.available ?? l.quantity)
  const left = kept.lines.map((l) => sized(l, Math.min(l.quantity, has(l)))).filter((l) => l.quantity > 0)
  const accept = () => {
    const next = { ...kept, lines: left }
    const quantity = new Map(left.map((l) => [lineKey(l), l.quantity]))
    const wanted = item.body.product_json as (Pick<CartLine, 'product_id'> & { specs: CartLine['selected_specs'] })[]
    const product_json = wanted.flatMap((w) => {
      const n = quantity.get(lineKey({ ...w, selected_specs: w.specs }))
      return n ? [{ ...w, quantity: n }] : []
    })
    const { total, pieces } = cartTotals(next, shareOf(String(item.body.discount ?? '0')))
    void again(item, {
      kept: next,
      body: { ...item.body, product_json },
      about: { ...item.about, pieces, ...(item.about.total !== null && { total }) },
    })
  }
  return (
    <div className="note bad col">
      <ul>
        {kept.lines
          .filter((l) => has(l) < l.quantity)
          .map((l) => (
            <li key={lineKey(l)}>
              <Sentence
                text="{name}: {was} → {now}"
                parts={{
                  name: nameOf(l),
                  was: <del>{tn(l.quantity, '{n} peça', '{n} peças')}</del>,
                  now: <b>{tn(has(l), '{n} peça', '{n} peças')}</b>,
                }}
              />
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
