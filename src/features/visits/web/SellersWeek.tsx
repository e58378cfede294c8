import { addDays, isDay } from '#shared/day.ts'
import { weekdayOf } from '#shared/wall.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { useListState } from '#web/useListState.ts'
import { tallies } from '../rules.ts'
import { useVisits } from './data.ts'
import { VisitLine } from './DayRoute.tsx'
import { Frame } from './Frame.tsx'
import { longDay, shortDay } from './words.ts'

const COUNTS = [
  ['planned', 'Planejadas'],
  ['visited', 'Feitas'],
  ['sold', 'Vendeu'],
  ['unsold', 'Não vendeu'],
  ['absent', 'Ausente'],
] as const
/** What each seller's visits of a week came to, and the visits of one of them. */
export function SellersWeek() {
  const state = useListState()
  const now = today()
  const day = isDay(state.of('dia')) ? state.of('dia') : now
  const from = addDays(day, -weekdayOf(day))
  const seller = Number(state.of('seller')) || null
  const found = useVisits({ from, until: addDays(from, 7) })
  const rows = tallies(found.visits ?? [])
  const picked = rows.find((r) => r.seller_id === seller)
  const of = (found.visits ?? []).filter((v) => v.seller_id === seller)
  const days = [...new Set(of.map((v) => v.day))]
  const show = (next: string) => state.set({ dia: next })
  return (
    <Frame
      calendar={`/apps/calendar?view=week&date=${day}${seller ? `&seller=${seller}` : ''}`}
      title={`${shortDay(from)} – ${shortDay(addDays(from, 6))}`}
      before={{ label: t('Semana anterior'), go: () => show(addDays(from, -7)) }}
      after={{ label: t('Semana seguinte'), go: () => show(addDays(from, 7)) }}
      found={found}
      none={{
        title: t('Nenhuma visita nesta semana'),
        text: t('Os vendedores planejam pelo cadastro do cliente ou pela lista do dia.'),
      }}
    >
      <div className="panel tablewrap">
        <table className="tbl tally">
          <thead>
            <tr>
              <th>{t('Vendedor')}</th>
              {COUNTS.map(([, label]) => (
                <th className="hide-s num" key={label}>
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.seller_id}>
                <td>
                  <button
                    type="button"
                    className="btn txt"
                    aria-pressed={r.seller_id === seller}
                    onClick={() => state.set({ seller: r.seller_id === seller ? '' : String(r.seller_id) })}
                  >
                    {r.seller_name}
                  </button>
                  <span className="xs t2 smallonly">
                    {COUNTS.map(([key, label]) => `${t(label)} ${r[key]}`).join(' · ')}
                  </span>
                </td>
                {COUNTS.map(([key]) => (
                  <td className="hide-s num" key={key}>
                    {r[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {picked &&
        days.map((d) => (
          <section key={d} className="sect spaced">
            <h2>{longDay(d)}</h2>
            <ul className="legs">
              {of
                .filter((v) => v.day === d)
                .map((v) => (
                  <VisitLine key={v.key} visit={v} />
                ))}
            </ul>
          </section>
        ))}
    </Frame>
  )
}
