import { useLocation } from 'wouter'
import { type Order, readOrder, type Receipt } from '#features/orders/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { cart } from './cart.ts'
import { repeatOrder } from './repeat.ts'

/** Puts the lines into the cart and leads there. */
function Repeat({ act, wide = false }: { act: () => Promise<void>; wide?: boolean }) {
  const [, navigate] = useLocation()
  const repeat = async () => {
    try {
      await act()
      navigate('/dashboard/shoppingcart')
    } catch (failure) {
      notify(isFailure(failure) ? failure.message : t('Algo deu errado neste aparelho.'))
    }
  }
  return (
    <button type="button" className={wide ? 'btn sec grow' : 'btn sec'} onClick={() => void repeat()}>
      <Icon name="repeat" />
      {t('Repetir')}
    </button>
  )
}
export const RepeatOrder = ({ order }: { order: Order }) => <Repeat act={() => repeatOrder(order)} />

export const RepeatReceipt = ({ receipt }: { receipt: Receipt }) => (
  <Repeat wide act={async () => repeatOrder(await wholeOf(receipt))} />
)
/** What is masked in a receipt, the company's people read in the order itself. */
const wholeOf = (r: Receipt) =>
  cart.get().staff
    ? call(readOrder, { params: { company: r.company.id, id: r.id } })
    : { ...r, email: '', client_code: '' }
