import { Queries } from '#web/queries.tsx'
import '#web/styles/kit.css'
import '#web/ui/FormDialog.css'
import './Visits.css'
import { DayRoute } from './DayRoute.tsx'
import { SellersWeek } from './SellersWeek.tsx'
import { type Start, VisitPage } from './VisitPage.tsx'

interface Props {
  admin: boolean
  /** Which one; null: a seller's day, an admin's week. */
  visit: string | null
  start: Start | null
}
export default function VisitsPage({ admin, visit, start }: Props) {
  return (
    <Queries>
      {visit ? (
        <VisitPage key={visit} visit={visit} admin={admin} back="/visitas" start={start} />
      ) : admin ? (
        <SellersWeek />
      ) : (
        <DayRoute />
      )}
    </Queries>
  )
}
