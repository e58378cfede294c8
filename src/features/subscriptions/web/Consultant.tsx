import { chatLink, showPhone } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** Whom to ask. */
export function Consultant({ name, phone, about }: { name: string; phone: string; about?: string }) {
  if (!phone) return null
  return (
    <p className="spaced">
      <a
        className="btn wa"
        href={chatLink(phone, about ?? t('Olá! Quero assinar o Mostruário.'))}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="whatsapp" />
        {t('Falar com {name}', { name: name || showPhone(phone) })}
      </a>
    </p>
  )
}
