import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { notify } from '#web/ui/snack.tsx'
import { answerLinkOffers, listLinkOffers } from '../contract.ts'

/** Clients in one call: each portion is its own transaction, and what fails stays offered. */
const PORTION = 200
/** Clients whose link a former seller has opened: an admin replaces the links or keeps them. Nothing where there are none. */
export function LinkOffers() {
  const { data = [] } = useQuery({ queryKey: ['link-offers'], queryFn: () => call(listLinkOffers) })
  const [asks, setAsks] = useState(false)
  const { busy, act } = useAct()
  if (data.length === 0) return null
  const answer = (renews: boolean) =>
    act(async () => {
      const ids = data.map((c) => c.id)
      let clients = 0
      try {
        for (let from = 0; from < ids.length; from += PORTION) {
          const body = { ids: ids.slice(from, from + PORTION), renew: renews }
          clients += (await call(answerLinkOffers, { body })).clients
        }
      } finally {
        // The page's notice of a failure is drawn behind an open dialog.
        setAsks(false)
        renew()
      }
      notify(
        renews
          ? tn(clients, '{n} link pessoal trocado.', '{n} links pessoais trocados.')
          : tn(clients, '{n} link pessoal mantido.', '{n} links pessoais mantidos.'),
      )
    })
  return (
    <section className="pad col g3" aria-labelledby="link-offers">
      <h2 id="link-offers">{t('Links pessoais que vendedores anteriores abriram')}</h2>
      <p className="sm t2">{t('Quem tem o link entra como o cliente. Troque os links ou mantenha como estão.')}</p>
      <ul className="panel">
        {data.map((c) => (
          <li className="li" key={c.id}>
            <span className="grow">
              <b className="clip block">{c.name}</b>
              <span className="sm t2 clip block">{c.sellers.map((s) => s || t('Vendedor removido')).join(', ')}</span>
            </span>
          </li>
        ))}
      </ul>
      <span className="row wrap">
        <button type="button" className="btn pri small" disabled={busy} onClick={() => setAsks(true)}>
          {t('Trocar todos')}
        </button>
        <button type="button" className="btn sec small" disabled={busy} onClick={() => void answer(false)}>
          {t('Manter')}
        </button>
      </span>
      {asks && (
        <Confirm
          title={t('Trocar os links pessoais?')}
          text={t('Os links de antes deixam de abrir. Envie os novos aos clientes.')}
          onConfirm={() => answer(true)}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}
