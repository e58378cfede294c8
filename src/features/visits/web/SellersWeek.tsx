import { addDays, isDay } from '#shared/day.ts'
import { weekdayOf } from '#shared/wall.ts'
import { today } from '#web/device/use.ts'
import { t } from '#web/i18n.ts'
import { useListState } from '#web/useListState.ts'
import { tallies } from '../rules.ts'
import { useVisits } from './data.ts'
import { VisitLine } from './DayRoute.tsx'
import { Frame } from './Frame.tsx'
import { longDay, shortDay } from './words.ts'

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
      <div className="panel scroll">
        <table className="tbl tally">
          <thead>
            <tr>
              <th>{t('Vendedor')}</th>
              <th className="num">{t('Planejadas')}</th>
              <th className="num">{t('Feitas')}</th>
              <th className="num">{t('Vendeu')}</th>
              <th className="num">{t('Não vendeu')}</th>
              <th className="num">{t('Ausente')}</th>
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
                </td>
                <td className="num">{r.planned}</td>
                <td className="num">{r.visited}</td>
                <td className="num">{r.sold}</td>
                <td className="num">{r.unsold}</td>
                <td className="num">{r.absent}</td>
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
