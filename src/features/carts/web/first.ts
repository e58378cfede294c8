import { kept } from '#web/device/index.ts'
import { cart } from './cart.ts'

/** Whether the order to come is its buyer's first, as far as this device knows: a visitor's is, and that of somebody who
 * is no client yet. */
export function useFirst(isPublic: boolean): boolean {
  const { staff, buyer } = cart.use()
  const clients = kept('clients').use()
  const ordered = kept('ordered').use()
  if (!staff) return isPublic || ordered?.value === false
  if (buyer.kind !== 'client') return buyer.kind === 'person'
  return (clients?.rows?.get(buyer.id) as { last_order_at?: unknown } | undefined)?.last_order_at === null
}
