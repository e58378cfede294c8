import { cart, cartTotals } from '#features/carts/web/index.ts'
import { keptReceipts } from '#features/orders/web/index.ts'
import { t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import '#web/styles/kit.css'

/** A visitor has no account that would bring anything back: what goes from this device is said first. */
export default function LeaveDevice({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { pieces } = cartTotals(cart.use())
  const orders = keptReceipts().length
  const goes = [
    pieces > 0 && tn(pieces, 'o carrinho, com {n} peça', 'o carrinho, com {n} peças'),
    orders > 0 && tn(orders, 'o link de {n} pedido enviado', 'os links de {n} pedidos enviados'),
    t('nome e telefone que você digitou'),
  ].filter((s) => s !== false)
  return (
    <Modal className="dialog" label={t('Limpar este aparelho?')} onClose={onStay}>
      <h2>{t('Limpar este aparelho?')}</h2>
      <p>{t('Você entrou sem cadastro. Ao sair, somem daqui:')}</p>
      <ul>
        {goes.map((s) => (
          <li className="row" key={s}>
            <Icon name="bin" size="s" />
            {s}
          </li>
        ))}
      </ul>
      <p className="t2">{t('Pedidos enviados continuam com a empresa.')}</p>
      <div className="acts">
        <button type="button" className="btn sec" onClick={onStay}>
          {t('Voltar')}
        </button>
        <button type="button" className="btn danger" onClick={onLeave}>
          {t('Limpar este aparelho')}
        </button>
      </div>
    </Modal>
  )
}
