import { Offered, PdfButton } from '#features/proposals/web/index.ts'
import type { Proposal } from '#features/proposals/contract.ts'
import { t, tn } from '#web/i18n.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { showFullDay } from '#web/moments.ts'
import { Consultant } from './Consultant.tsx'
import './ProposalView.css'

/** What a prospect finds behind the link of a proposal. */
export default function ProposalView({ proposal: p, onAccept }: { proposal: Proposal; onAccept: () => void }) {
  return (
    <>
      <header>
        <p className="t2">{t('Proposta de {name}', { name: p.consultantName })}</p>
        <h1>{p.prospect ? t('Proposta para {name}', { name: p.prospect }) : t('Sua proposta')}</h1>
      </header>
      {p.expired && (
        <p className="note bad" role="alert">
          {t('Esta proposta venceu em {day}. Peça outra ao consultor; os preços podem ter mudado.', {
            day: showFullDay(p.expires_at, HOME_ZONE),
          })}
        </p>
      )}
      <section className="panel pad proposal">
        <p className="t2 spacedown">
          {t('Para {p} e {s}', {
            p: tn(p.selectedProducts, '{n} produto', '{n} produtos'),
            s: tn(p.selectedSellers, '{n} vendedor', '{n} vendedores'),
          })}
        </p>
        <Offered data={p} />
        {!p.expired && (
          <p className="sm t2 spaced">{t('Vale até {day}.', { day: showFullDay(p.expires_at, HOME_ZONE) })}</p>
        )}
        <div className="row wrap spaced">
          {!p.expired && (
            <button type="button" className="btn pri" onClick={onAccept}>
              {t('Aceitar a proposta')}
            </button>
          )}
          <PdfButton proposal={p} />
        </div>
        <Consultant name={p.consultantName} phone={p.consultantPhone} />
      </section>
    </>
  )
}
