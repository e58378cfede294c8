import { useSearchParams } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { Queries } from '#web/queries.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import '#web/ui/Split.css'
import '#web/ui/Face.css'
import { ClientCard, type CardSlots } from './ClientCard.tsx'
import { ClientForm } from './ClientForm.tsx'
import { ClientList, NonePicked } from './ClientList.tsx'
import './ClientsPage.css'

export interface Props extends CardSlots {
  company: Pick<Company, 'id' | 'name' | 'price_table_active' | 'price_table_config'>
  sellers: Seller[]
  admin: boolean
  /** null: the list; 'novo' or a number: one client. */
  id: string | null
}
/** Clients beside the one that is open; on a phone one after the other. */
export default function ClientsPage(props: Props) {
  const [params] = useSearchParams()
  const { id } = props
  const query = [...params.keys()].length ? `?${params}` : ''
  return (
    <Queries>
      <div className={`split${id ? ' picked' : ''}`}>
        <ClientList {...props} chosen={id === null ? null : Number(id) || 0}>
          {(open) =>
            id === 'novo' ? (
              <ClientForm {...props} client={null} name={params.get('search') ?? ''} back={`/clientes${query}`} />
            ) : open ? (
              <ClientCard key={open} {...props} id={open} back={`/clientes${query}`} />
            ) : (
              <NonePicked />
            )
          }
        </ClientList>
      </div>
    </Queries>
  )
}
