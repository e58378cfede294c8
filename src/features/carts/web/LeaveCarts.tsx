import { useEffect, useEffectEvent } from 'react'
import { showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { cart, cartTotals } from './cart.ts'
import { aside } from './desk.ts'
import { title } from './words.ts'
import '#web/styles/kit.css'

/** Signing out clears the device: which open orders go with it is said first. None: nothing is asked. */
export default function LeaveCarts({
  currency,
  onStay,
  onLeave,
}: {
  currency: string
  onStay: () => void
  onLeave: () => void
}) {
  const open = [cart.use(), ...aside.use()].filter((c) => c.lines.length > 0)
  const leave = useEffectEvent(onLeave)
  const none = open.length === 0
  useEffect(() => {
    if (none) leave()
  }, [none])
  if (none) return null
  return (
    <Confirm
      title={tn(open.length, 'Sair apaga {n} pedido aberto', 'Sair apaga {n} pedidos abertos')}
      text={t('Eles não foram enviados e só existem neste aparelho.')}
      danger
      onClose={onStay}
      onConfirm={onLeave}
    >
      <ul>
        {open.map((c) => (
          <li className="row between" key={c.cart_id}>
            <span className="clip">{title(c)}</span>
            <span className="nowrap">
              {showCents(cartTotals(c).total, (c.buyer.kind === 'client' && c.buyer.view?.buyer.currency) || currency)}
            </span>
          </li>
        ))}
      </ul>
    </Confirm>
  )
}
