import { Link } from 'wouter'
import { addDays } from '#shared/day.ts'
import { today } from '#web/device/day.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import './Visits.css'
import { dayRoute, isOpen } from '../rules.ts'
import { useVisits } from './data.ts'
import { VisitLine } from './DayRoute.tsx'
import { metresOf } from '#web/map/metres.ts'

const MOST = 3
/** Today's visits at the start of a seller's day; nothing while there is none. */
export default function TodayVisits() {
  const day = today()
  const { visits = [] } = useVisits({ from: day, until: addDays(day, 1) })
  const { legs, metres } = dayRoute(visits.filter(isOpen), null)
  if (legs.length === 0) return null
  return (
    <section className="todayvisits" aria-labelledby="todayvisits">
      <div className="row between">
        <h2 id="todayvisits">{t('Visitas de hoje')}</h2>
        <Link href="/visitas" className="row sm">
          {[tn(legs.length, '{n} visita', '{n} visitas'), metres > 0 && metresOf(metres)].filter(Boolean).join(' · ')}
          <Icon name="right" size="s" />
        </Link>
      </div>
      <ol className="legs">
        {legs.slice(0, MOST).map(({ visit, metres: far }, n) => (
          <VisitLine key={visit.key} visit={visit} number={n + 1} far={far} />
        ))}
      </ol>
    </section>
  )
}
