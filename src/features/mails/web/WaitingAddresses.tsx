import { useQuery } from '@tanstack/react-query'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import { askAddress, listWaitingAddresses, type WaitingAddress } from '../contract.ts'

const USES: Record<WaitingAddress['uses'][number], string> = {
  pedidos: 'pedidos',
  cobranca: 'cobranças',
  conta: 'sua conta',
}
/** Addresses of the company that wait for their confirmation; nothing where there are none. */
export function WaitingAddresses() {
  const { data = [] } = useQuery({ queryKey: ['mail-addresses'], queryFn: () => call(listWaitingAddresses) })
  if (data.length === 0) return null
  const again = (address: string) =>
    attempt(async () => {
      await call(askAddress, { body: { address } })
      renew('mail-addresses')
      notify(t('Link enviado para {address}.', { address }))
    })
  return (
    <section>
      <h2>{t('E-mails que esperam confirmação')}</h2>
      <p className="sm t2">
        {t('Abra o link que enviamos a cada endereço. Até lá, ele recebe poucos e-mails por dia e nenhuma cobrança.')}
      </p>
      <ul className="panel">
        {data.map((w) => (
          <li className="li wrap" key={w.address}>
            <span className="grow">
              <b>{w.address}</b>
              <span className="xs t2 block">
                {w.uses.map((use) => t(USES[use])).join(' · ')}
                {w.asked_at && ` · ${t('link enviado em {moment}', { moment: showMoment(w.asked_at) })}`}
              </span>
            </span>
            <button type="button" className="btn txt small" onClick={() => void again(w.address)}>
              {t('Enviar link de novo')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
