import { useLocation } from 'wouter'
import { showCents } from '#shared/money.ts'
import { age } from '#web/age.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { cart, cartTotals } from './cart.ts'
import { aside, drop, take } from './desk.ts'
import { title } from './words.ts'
import './OpenCarts.css'

interface Props {
  currency: string
  hide_price: boolean
  /** Where one that is opened leads. */
  to: string
  /** The one that is open now, too. */
  all?: boolean
}
/** The other carts of this device: whom each is for, what it comes to, how old it is. */
export function OpenCarts({ currency, hide_price, to, all = false }: Props) {
  const [, navigate] = useLocation()
  const open = cart.use()
  const list = [...(all ? [open] : []), ...aside.use()].filter((c) => c.lines.length > 0)
  if (list.length === 0) return null
  return (
    <section>
      <h2 className="spaced">
        {tn(list.length, '{n} pedido aberto neste aparelho', '{n} pedidos abertos neste aparelho')}
      </h2>
      <ul className="panel">
        {list.map((c) => {
          const sum = cartTotals(c)
          const money = (c.buyer.kind === 'client' && c.buyer.view?.buyer.currency) || currency
          return (
            <li className="opencart" key={c.cart_id}>
              <button
                type="button"
                className="li full"
                onClick={() => {
                  take(c.cart_id)
                  navigate(to)
                }}
              >
                <span className="grow left">
                  <span className="row between">
                    <b className="clip">{title(c)}</b>
                    {!hide_price && <b className="nowrap">{showCents(sum.total, money)}</b>}
                  </span>
                  <span className="sm t2">
                    {tn(sum.pieces, '{n} peça', '{n} peças')} · {age(c.begun)}
                  </span>
                </span>
              </button>
              <button
                type="button"
                className="ib"
                aria-label={t('Esvaziar o pedido de {name}', { name: title(c) })}
                onClick={() => {
                  const bringBack = drop(c.cart_id)
                  notify(t('Pedido de {name} esvaziado.', { name: title(c) }), { label: t('Desfazer'), run: bringBack })
                }}
              >
                <Icon name="bin" />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
