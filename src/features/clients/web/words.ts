import { showPhone } from '#shared/phone.ts'
import { t, tn } from '#web/i18n.ts'
import type { Client } from '../contract.ts'

export const nameOf = (c: Pick<Client, 'name' | 'company_name'>) => c.company_name || c.name
/** "há 20 dias", "hoje": since the last order. */
export function sinceLast({ days_since }: Pick<Client, 'days_since'>): string {
  if (days_since === null) return t('Sem pedidos')
  if (days_since === 0) return t('hoje')
  return days_since === 1 ? t('ontem') : t('há {n} dias', { n: days_since })
}
/** "a cada 10 dias": how often there is an order. */
export const usually = (interval: number) => tn(interval, 'a cada dia', 'a cada {n} dias')
/** What is told of a client in one line under the name. */
export const aboutOf = (c: Client) => [shortly(c), c.phone && showPhone(c.phone)].filter(Boolean).join(' · ')
/** The same beside others in a list: the phone, of which a line would cut the end, only where nothing else is known. */
export const shortly = (c: Client) => [c.company_name && c.name, c.city].filter(Boolean).join(' · ')
