// What the client ordered before: the whole order again with one tap, or its PDF for the client.
import { cart } from '#features/carts/web/index.ts'
import type { DataOf } from '#shared/wire.ts'
import type { readHabits } from '#features/clients/contract.ts'
import { PaperButton } from '#features/orders/web/index.ts'
import { showCents } from '#shared/money.ts'
import { useAct } from '#web/act.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import type { Choice } from '../shelf.ts'
import { putLines } from './lines.ts'

type Habits = DataOf<typeof readHabits>
type Past = Habits['last_orders'][number]
/** A line of an order of before as it is sold now, from the device or the server. */
export type FindLine = (
  line: Past['items'][number],
) => Promise<{ product: Choice['product'] | null; variation: Choice['variation'] | undefined }>
interface Props {
  company: number
  orders: Past[]
  findLine: FindLine
  currency: string
  hide_price: boolean
}
export function Previous({ company, orders, findLine, currency, hide_price }: Props) {
  const { busy, act } = useAct()
  if (orders.length === 0) return null
  return (
    <section aria-label={t('Pedidos anteriores')}>
      <h2 className="h3 op-title">{t('Pedidos anteriores')}</h2>
      <ul className="op-past">
        {orders.map((o, i) => (
          <li key={o.id} className="row">
            <button
              type="button"
              className="op-offer"
              disabled={busy}
              onClick={() => void act(() => again(o, findLine))}
            >
              <Icon name="repeat" size="s" />
              <span className="grow">
                <b className="sm">
                  {i === 0 ? t('Repetir o último pedido') : t('Repetir o pedido {n}', { n: o.number ?? '' })}
                </b>
                <small className="xs t2 block">
                  {[
                    showMoment(o.at),
                    tn(o.items.length, '{n} item', '{n} itens'),
                    !hide_price && o.total !== undefined && showCents(o.total, currency),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            </button>
            <PaperButton of={{ company, id: o.id }} beside={t('PDF do pedido {n}', { n: o.number ?? '' })} />
          </li>
        ))}
      </ul>
    </section>
  )
}
/** Everything of it that can still be had, in its quantities; what is gone is said. */
async function again(order: Past, findLine: FindLine): Promise<void> {
  const { cart_id } = cart.get()
  const found = await Promise.all(order.items.map(findLine))
  // Another order was opened meanwhile.
  if (cart.get().cart_id !== cart_id) return
  const lines = order.items.flatMap(({ quantity }, i): (Choice & { quantity: number })[] => {
    const { product, variation = null } = found[i] ?? {}
    return product?.active && (product.attributes.length === 0 || variation) ? [{ product, variation, quantity }] : []
  })
  const gone = found.length - lines.length
  const back = putLines(lines)
  const said = [
    tn(lines.length, '{n} item no pedido.', '{n} itens no pedido.'),
    gone > 0 && tn(gone, '{n} não se vende mais.', '{n} não se vendem mais.'),
  ]
  notify(said.filter(Boolean).join(' '), { label: t('Desfazer'), run: back })
}
