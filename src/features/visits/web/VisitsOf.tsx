import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useListState } from '#web/useListState.ts'
import './Visits.css'
import { isOpen } from '../rules.ts'
import { nearby, useVisits } from './data.ts'
import type { OfClient } from './outbox.ts'
import { PlanVisit } from './PlanVisit.tsx'
import { standOf, standWords, whenOf } from './words.ts'

const MOST = 4
/** A client's visits on the card: the next one first, and the button for another. */
export default function VisitsOf({ of }: { of: OfClient }) {
  const asked = useListState()
  const { visits = [] } = useVisits({ ...nearby(), client: of.client_id })
  const mine = visits.filter((v) => !v.cancelled)
  const next = mine.filter(isOpen)
  const past = mine.filter((v) => !isOpen(v)).reverse()
  return (
    <section className="sect visitsof" aria-labelledby="visitsof">
      <div className="row between">
        <h2 id="visitsof">{t('Visitas')}</h2>
        <PlanVisit
          of={of}
          className="btn sec small"
          asked={asked.of('abrir') === 'visita'}
          onClosed={() => asked.of('abrir') && asked.set({ abrir: '' }, { replace: true })}
        />
      </div>
      {mine.length > 0 && (
        <ul className="panel">
          {[...next, ...past].slice(0, MOST).map((v) => (
            <li key={v.key}>
              <Link href={`/visitas/${v.key}`} className="li">
                <span className="grow">{whenOf(v)}</span>
                <span className="pill" data-s={standOf(v)}>
                  {standWords(v)}
                </span>
                <Icon name="right" size="s" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
