import { t } from '#web/i18n.ts'
import { Conversation } from './Conversation.tsx'
import { accountDoor } from './doors.ts'

interface Props {
  company: { id: number; name: string }
  client: number
}
/** A client's conversation with the company apart from any order, below the own orders. */
export default function ClientTalk({ company, client }: Props) {
  return (
    <section className="ordertalk" aria-labelledby="clienttalk">
      <h2 className="h3 spaced" id="clienttalk">
        {t('Conversa com {name}', { name: company.name })}
      </h2>
      <Conversation
        door={accountDoor({ company: company.id, kind: 'cliente', id: client }, { staff: false, to: '/pedidos/meus' })}
        company={company.name}
      />
    </section>
  )
}
