import { useQuery } from '@tanstack/react-query'
import type { Company } from '#features/companies/contract.ts'
import { listMails } from '#features/mails/contract.ts'
import { LogLines } from '#features/logs/web/index.ts'
import { LOG_LABELS } from '#features/products/contract.ts'
import { call, callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showFullDay, showMoment } from '#web/moments.ts'
import { trackingLines } from '#shared/tracking.ts'
import { Loading } from '#web/ui/states.tsx'
import { readPlatformLog } from '../contract.ts'

const STATUS: Record<string, string> = {
  espera: 'Na fila',
  enviada: 'Enviada',
  devolvida: 'Voltou',
  segurada: 'Espera',
  juntada: 'Em outro e-mail',
}
const HELD: Record<string, string> = {
  limite: 'limite de e-mails',
  parada: 'e-mails parados',
  confirmacao: 'endereço sem confirmação',
}
const TEMPLATES: Record<string, string> = {
  order: 'Pedido novo',
  prices: 'Pedido de preço',
  password: 'Link da senha',
  welcome: 'Boas-vindas',
  trial_13: 'Teste: no ar',
  trial_7: 'Teste: terminou',
  trial_5: 'Teste: 5 dias',
  trial_1: 'Teste: último dia',
  trial_0: 'Teste: hoje',
  keep_15: 'Exclusão em 15 dias',
  keep_5: 'Exclusão em 5 dias',
  invoice: 'Cobrança',
  paid: 'Recibo',
  cancelled: 'Cancelamento',
  proposal: 'Proposta',
  confirm_address: 'Confirmação de endereço',
  joined: 'Vários em um',
}
/** Where the company came from, the mails it got, and what operators did to it. */
export function CompanyMore({ company }: { company: Company }) {
  const came = trackingLines(company.signup ?? {})
  const mails = useQuery({
    queryKey: ['mails', company.id],
    queryFn: () => callList(listMails, { query: { company_id: company.id, limit: 10 } }),
  })
  const log = useQuery({
    queryKey: ['platform-log', company.id],
    queryFn: () => call(readPlatformLog, { query: { about: company.id, limit: 20 } }),
  })
  return (
    <>
      <section className="sect">
        <h2>{t('Como chegou')}</h2>
        {company.created_at && (
          <p className="sm t2">{t('Criada em {day}', { day: showFullDay(company.created_at) })}</p>
        )}
        {came.length === 0 ? (
          <p className="sm t2">{t('Sem parâmetros de campanha.')}</p>
        ) : (
          <dl>
            {came.map(([key, value]) => (
              <div className="kv" key={key}>
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className="sect">
        <h2>{t('E-mails')}</h2>
        {mails.isPending && <Loading rows={2} />}
        {mails.data?.rows.length === 0 && <p className="sm t2">{t('Nenhum e-mail ainda.')}</p>}
        {!!mails.data?.rows.length && (
          <ul className="panel">
            {mails.data.rows.map((m) => (
              <li className="li" key={m.id}>
                <span className="grow">
                  <span className="sm block">
                    {t(TEMPLATES[m.template] ?? m.template)} → {m.recipient}
                  </span>
                  <span className="xs t2">
                    {showMoment(m.sent_at ?? m.created_at)}
                    {m.note && ` · ${m.note}`}
                    {m.held_for && ` · ${t(HELD[m.held_for] ?? m.held_for)}`}
                  </span>
                </span>
                <span className="pill" data-s={m.status}>
                  {t(STATUS[m.status] ?? m.status)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="sect">
        <h2>{t('O que a operação fez')}</h2>
        {log.isPending && <Loading rows={2} />}
        {log.data?.length === 0 && <p className="sm t2">{t('Nada por aqui.')}</p>}
        {!!log.data?.length && <LogLines lines={log.data} named labels={LOG_LABELS} />}
      </section>
    </>
  )
}
