import type { ComponentProps } from 'react'
import Page from '#features/messages/web/MessagesPage.tsx'
import { StatusPill } from '#features/orders/web/StatusPill.tsx'

/** The conversations, each with how its order stands. */
export default function MessagesPage(props: Omit<ComponentProps<typeof Page>, 'pill'>) {
  return <Page {...props} pill={(status) => <StatusPill status={status} />} />
}
