import type { ComponentProps } from 'react'
import { PersonalLink } from '#features/clients/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { PriceRequests } from '#features/price_requests/web/index.ts'
import { PersonData } from '#features/privacy/web/index.ts'
import Page from '#features/users/web/UsersPage.tsx'

type Props = Omit<ComponentProps<typeof Page>, 'waiting' | 'data' | 'client'> & {
  company: Pick<Company, 'price_approval'>
}
/** People, who asks for prices, and what may be done with a person's data. */
export default function UsersPage(props: Props) {
  return (
    <Page
      {...props}
      waiting={props.company.price_approval && <PriceRequests />}
      client={(user) => <PersonalLink id={user.id} company={props.company} />}
      data={(user, onErased) => <PersonData user={user} onErased={onErased} />}
    />
  )
}
