import { Link } from 'wouter'
import { addDays } from '#shared/day.ts'
import { weekdayOf } from '#shared/wall.ts'
import { today } from '#web/device/use.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useListState } from '#web/useListState.ts'
import { tallies } from '../rules.ts'
import { useVisits } from './data.ts'
import { VisitLine } from './DayRoute.tsx'
import { longDay, shortDay } from './words.ts'

/** What each seller's visits of a week came to, and the visits of one of them. */
export function SellersWeek() {
  const state = useListState()
  const now = today()
  const day = /^\d{4}-\d{2}-\d{2}$/.test(state.of('dia')) ? state.of('dia') : now
  const from = addDays(day, -weekdayOf(day))
  const seller = Number(state.of('seller')) || null
  const found = useVisits({ from, until: addDays(from, 7) })
  const rows = tallies(found.visits ?? [])
  const picked = rows.find((r) => r.seller_id === seller)
  const of = (found.visits ?? []).filter((v) => v.seller_id === seller)
  const days = [...new Set(of.map((v) => v.day))]
  const show = (next: string) => state.set({ dia: next })
  return (
    <div className="page narrow visits">
      <div className="head">
        <h1 className="h1">{t('Visitas')}</h1>
        <Link
          href={`/apps/calendar?view=week&date=${day}${seller ? `&seller=${seller}` : ''}`}
          className="btn sec small"
        >
          <Icon name="calendar" />
          {t('Agenda')}
        </Link>
      </div>
      <div className="row daystep">
        <button type="button" className="ib" aria-label={t('Semana anterior')} onClick={() => show(addDays(from, -7))}>
          <Icon name="left" />
        </button>
        <h2 aria-live="polite">{`${shortDay(from)} – ${shortDay(addDays(from, 6))}`}</h2>
        <button type="button" className="ib" aria-label={t('Semana seguinte')} onClick={() => show(addDays(from, 7))}>
          <Icon name="right" />
        </button>
      </div>
      {found.isError && !found.visits ? (
        <Failed
          what={t('Não conseguimos carregar as visitas.')}
          error={found.error}
          retry={() => void found.refetch()}
        />
      ) : !found.visits ? (
        <Loading rows={3} />
      ) : rows.length === 0 ? (
        <div className="panel">
          <Empty icon="pin">
            <p className="b">{t('Nenhuma visita nesta semana')}</p>
            <p className="t2">{t('Os vendedores planejam pelo cadastro do cliente ou pela lista do dia.')}</p>
          </Empty>
        </div>
      ) : (
        <>
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
        </>
      )}
    </div>
  )
}
