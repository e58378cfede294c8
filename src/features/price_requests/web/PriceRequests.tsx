import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chatLink, showPhone } from '#shared/phone.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { answerPriceRequest, listPriceRequests, type PriceRequest } from '../contract.ts'

/** People who wait to see prices: one tap answers; who was let in gets a link to send on. */
export function PriceRequests() {
  const list = useQuery({ queryKey: ['price-requests'], queryFn: () => call(listPriceRequests) })
  const [granted, setGranted] = useState<{ name: string; phone: string; link: string } | null>(null)
  const answer = async (r: PriceRequest, grant: boolean) => {
    await attempt(async () => {
      const done = await call(answerPriceRequest, { params: { id: r.id }, body: { grant } })
      setGranted(grant && done.link && r.user_id === null ? { name: r.name, phone: r.phone, link: done.link } : null)
      notify(
        grant ? t('{name} vê os preços agora.', { name: r.name }) : t('Pedido de {name} recusado.', { name: r.name }),
      )
    })
    void list.refetch()
    renew('users')
  }
  const rows = list.data ?? []
  if (rows.length === 0 && !granted) return null
  return (
    <section className="sect" aria-label={t('Pedidos de preço')}>
      <h2>{tn(rows.length, '{n} pessoa pede para ver preços', '{n} pessoas pedem para ver preços')}</h2>
      {granted && (
        <p className="note ok">
          <span className="grow">{t('{name} entra pelo link pessoal.', { name: granted.name })}</span>
          <a
            className="btn wa small"
            href={chatLink(
              granted.phone,
              t('Olá, {name}! Aqui está o catálogo com seus preços: {url}', { name: granted.name, url: granted.link }),
            )}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="whatsapp" />
            {t('Enviar o link')}
          </a>
        </p>
      )}
      {rows.map((r) => (
        <div className="row between wrap" key={r.id}>
          <span className="grow">
            <b>{r.company_name || r.name}</b>
            <span className="sm t2 block">
              {[r.company_name && r.name, r.phone && showPhone(r.phone), r.document, showMoment(r.asked_at)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {r.client && r.client !== (r.company_name || r.name) && (
              <span className="sm warntext block">
                {t('Este telefone é do cliente {name}: liberar mostra os preços a ele.', { name: r.client })}
              </span>
            )}
          </span>
          <button
            type="button"
            className="btn sec small"
            onClick={() => void answer(r, false)}
            aria-label={t('Recusar {name}', { name: r.name })}
          >
            {t('Recusar')}
          </button>
          <button
            type="button"
            className="btn pri small"
            onClick={() => void answer(r, true)}
            aria-label={t('Liberar {name}', { name: r.name })}
          >
            {t('Liberar')}
          </button>
        </div>
      ))}
    </section>
  )
}
