import { useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { isWebLink, ownPage } from '#shared/address.ts'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { landingKey } from './viewer.ts'
import '#web/styles/kit.css'
import './Landing.css'

interface Option {
  link: string
  titulo: string
  recusar?: string
  mensagem?: string
  opcao: number
}
/** The company's options before the catalogue, in their order; the last line goes on to the catalogue. */
export default function Landing({ company }: { company: Company }) {
  const [open, setOpen] = useState(true)
  const options = ((company.settings.landing_page_config ?? []) as unknown as Option[])
    .toSorted((a, b) => a.opcao - b.opcao)
    .filter((o) => ownPage(o.link) !== null || isWebLink(o.link))
  const close = () => {
    sessionStorage.setItem(landingKey(company.id), '1')
    setOpen(false)
  }
  if (!open || options.length === 0) return null
  // Each option may have words of its own for going on without it (specification §3).
  const named = [...new Set(options.flatMap((o) => o.recusar || []))]
  const refusals = named.length > 0 ? named : [t('Ir ao catálogo')]
  return (
    <Modal className="dialog" label={company.name} onClose={close}>
      <h2>{company.name}</h2>
      <div className="landing">
        {options.map((o) => (
          <a
            key={o.opcao}
            className="opt"
            href={o.link}
            onClick={close}
            {...(!o.link.startsWith('/') && { target: '_blank', rel: 'noreferrer' })}
          >
            <b>{o.titulo}</b>
            {o.mensagem}
          </a>
        ))}
      </div>
      <div className="acts">
        {refusals.map((words) => (
          <button key={words} type="button" className="btn sec" onClick={close}>
            {words}
          </button>
        ))}
      </div>
    </Modal>
  )
}
