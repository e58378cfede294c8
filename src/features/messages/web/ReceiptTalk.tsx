import { t } from '#web/i18n.ts'
import { Conversation } from './Conversation.tsx'
import { linkDoor } from './doors.ts'

/** The conversation of an order for whoever holds the link of its receipt. */
export default function ReceiptTalk({ company, token }: { company: string; token: string }) {
  return (
    <section className="ordertalk noprint" aria-labelledby="receipttalk">
      <h2 className="h3 spaced" id="receipttalk">
        {t('Conversa com {name}', { name: company })}
      </h2>
      <Conversation door={linkDoor(token)} company={company} />
    </section>
  )
}
