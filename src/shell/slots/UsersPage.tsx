import type { ComponentProps } from 'react'
import { CopyLink } from '#features/clients/web/CopyLink.tsx'
import { PersonalLink } from '#features/clients/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { PriceRequests } from '#features/price_requests/web/index.ts'
import { PersonData } from '#features/privacy/web/index.ts'
import { LastOrder } from '#features/orders/web/LastOrder.tsx'
import Page from '#features/users/web/UsersPage.tsx'

type Props = Omit<ComponentProps<typeof Page>, 'waiting' | 'data' | 'client' | 'lastOrder' | 'copy'> & {
  company: Pick<Company, 'price_approval'>
}
/** People, who asks for prices, and what may be done with a person's data. */
export default function UsersPage(props: Props) {
  return (
    <Page
      {...props}
      waiting={props.company.price_approval && <PriceRequests />}
      lastOrder={(user) => <LastOrder client={user.id} />}
      copy={(user) => <CopyLink id={user.id} name={user.company_name || user.name} />}
      client={(user) => <PersonalLink id={user.id} company={props.company} />}
      data={(user, onErased) => <PersonData user={user} onErased={onErased} />}
    />
  )
}
