import { Link, useLocation } from 'wouter'
import type { User } from '#features/users/contract.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { startFor } from './desk.ts'
import { windowOf } from './words.ts'

/** A new order begins with whom it is for. */
export const NewOrder = ({ className = 'btn pri' }: { className?: string }) => (
  <Link href="/pedido/cliente" className={className}>
    <Icon name="plus" />
    {t('Novo pedido')}
  </Link>
)
/** A new order for a client who is known already: into the catalogue, at that client's prices. */
export function useStart(level: number): (client: User) => void {
  const [, navigate] = useLocation()
  return (client) => {
    startFor(client)
    navigate(windowOf(level))
  }
}
