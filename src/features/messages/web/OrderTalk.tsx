import { t } from '#web/i18n.ts'
import { Conversation } from './Conversation.tsx'
import { accountDoor } from './doors.ts'

interface Company {
  id: number
  name: string
}
/** The conversation of an order on its page. */
export default function OrderTalk({ company, id, staff }: { company: Company; id: number; staff: boolean }) {
  const to = staff ? `/apps/messages?pedido=${id}` : `/pedidos/meus/${id}`
  return (
    <section className="ordertalk noprint" aria-labelledby="ordertalk">
      <h2 className="h3 spaced" id="ordertalk">
        {staff ? t('Conversa com o cliente') : t('Conversa com {name}', { name: company.name })}
      </h2>
      <Conversation
        door={accountDoor({ company: company.id, kind: 'pedido', id }, { staff, to })}
        company={company.name}
      />
    </section>
  )
}
