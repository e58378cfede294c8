import { useState } from 'react'
import { chatLink, shareLink } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { About } from '../contract.ts'
import { fillingOf, fillTemplate } from '../rules.ts'
import { Templates } from './Templates.tsx'

interface Props {
  about: About | undefined
  company: string
  text: string
  put: (text: string) => void
}
/** What the company's people have beside the field: their templates, and the same words in their own WhatsApp. */
export function Tools({ about, company, text, put }: Props) {
  const [picking, setPicking] = useState(false)
  if (!about) return null
  const filling = fillingOf(about, company, location.origin)
  const greeting =
    about.kind === 'pedido' ? 'Olá, {cliente}! Sobre o pedido {pedido}: {link}' : 'Olá, {cliente}! Aqui é da {empresa}.'
  const words = text.trim() || fillTemplate(greeting, filling)
  return (
    <>
      <button
        type="button"
        className="ib"
        aria-label={t('Usar um modelo')}
        title={t('Usar um modelo')}
        onClick={() => setPicking(true)}
      >
        <Icon name="doc" />
      </button>
      <a
        className="ib"
        href={about.phone ? chatLink(about.phone, words) : shareLink(words)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('Continuar no WhatsApp')}
        title={t('Continuar no WhatsApp')}
      >
        <Icon name="whatsapp" />
      </a>
      {picking && (
        <Templates
          fill={(template) => fillTemplate(template, filling)}
          onPick={(words) => {
            put(text.trim() ? `${text.trimEnd()}\n${words}` : words)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
