import { useState } from 'react'
import { Link } from 'wouter'
import { addDays, isDay } from '#shared/day.ts'
import { type Point, pointOf, wayTo } from '#shared/geo.ts'
import { useAct } from '#web/act.ts'
import { today } from '#web/device/day.ts'
import { t, tn } from '#web/i18n.ts'
import { whereAmI } from '#web/map/here.ts'
import { metresOf } from '#web/map/metres.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { useListState } from '#web/useListState.ts'
import { dayRoute, isOpen } from '../rules.ts'
import { useVisits } from './data.ts'
import { Frame } from './Frame.tsx'
import type { Shown } from './outbox.ts'
import { PlanAnyVisit } from './PlanVisit.tsx'
import { longDay, standOf, standWords } from './words.ts'

/** A seller's day: whom to visit, in which order, and how far it is. */
export function DayRoute() {
  const state = useListState()
  const now = today()
  const day = isDay(state.of('dia')) ? state.of('dia') : now
  const [start, setStart] = useState<Point | null>(null)
  const [planning, setPlanning] = useState(false)
  const found = useVisits({ from: day, until: addDays(day, 1) })
  const { busy, act } = useAct()
  const show = (next: string) => state.set({ dia: next === now ? '' : next })
  const here = () =>
    act(async () => {
      const place = await whereAmI()
      if (place) setStart(place)
      else notify(t('Não conseguimos saber onde este aparelho está.'))
    })
  const visits = found.visits ?? []
  const { legs, metres, unplaced } = dayRoute(visits.filter(isOpen), start)
  const over = visits.filter((v) => !isOpen(v))
  const frame = (
    <Frame
      calendar={`/apps/calendar?view=week&date=${day}`}
      act={
        <button type="button" className="btn pri" onClick={() => setPlanning(true)}>
          <Icon name="plus" />
          {t('Planejar')}
        </button>
      }
      title={longDay(day)}
      before={{ label: t('Dia anterior'), go: () => show(addDays(day, -1)) }}
      after={{ label: t('Dia seguinte'), go: () => show(addDays(day, 1)) }}
      now={
        day !== now && (
          <button type="button" className="btn sec small" onClick={() => show(now)}>
            {t('Hoje')}
          </button>
        )
      }
      found={found}
      none={{
        title: t('Nenhuma visita neste dia'),
        text: t('Planeje aqui, pelo cadastro do cliente ou pela lista do dia.'),
        act: (
          <button type="button" className="btn sec" onClick={() => setPlanning(true)}>
            {t('Escolher cliente')}
          </button>
        ),
      }}
    >
      {legs.length > 0 && (
        <div className="row wrap between routehead">
          <p className="sm">
            {legs.length > unplaced && <b>{t('{km} em linha reta', { km: metresOf(metres) })}</b>}
            {unplaced > 0 && (
              <span className="t2">
                {' '}
                {tn(unplaced, '{n} cliente sem lugar no mapa', '{n} clientes sem lugar no mapa')}
              </span>
            )}
          </p>
          {legs.length > unplaced && (
            <button type="button" className="btn sec small" disabled={busy} onClick={() => void here()}>
              <Icon name="pin" />
              {start ? t('Saindo daqui') : t('Sair de onde estou')}
            </button>
          )}
        </div>
      )}
      <ol className="legs" aria-label={t('Rota do dia')}>
        {legs.map(({ visit, metres: far }, n) => (
          <VisitLine key={visit.key} visit={visit} number={n + 1} far={far} />
        ))}
      </ol>
      {over.length > 0 && (
        <ul className="legs over" aria-label={t('Já terminadas')}>
          {over.map((v) => (
            <VisitLine key={v.key} visit={v} />
          ))}
        </ul>
      )}
    </Frame>
  )
  return (
    <>
      {frame}
      {planning && <PlanAnyVisit day={day} at="" onPlanned={show} onClose={() => setPlanning(false)} />}
    </>
  )
}
export function VisitLine({ visit: v, number, far = null }: { visit: Shown; number?: number; far?: number | null }) {
  const point = pointOf(v)
  return (
    <li className="panel leg">
      {number !== undefined && (
        <span className="stop" aria-hidden="true">
          {number}
        </span>
      )}
      <Link href={`/visitas/${v.key}`} className="grow">
        <span className="b block clip">{[v.at, v.client_name].filter(Boolean).join(' · ')}</span>
        <span className="sm t2 block clip">
          {[far !== null && metresOf(far), v.place || t('sem endereço'), v.waiting && t('aguardando envio')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {(number === undefined || v.checked_in_at !== null) && (
          <span className="pill" data-s={standOf(v)}>
            {standWords(v)}
          </span>
        )}
      </Link>
      {point && number !== undefined && (
        <a
          className="ib"
          href={wayTo(point)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('Como chegar a {name}', { name: v.client_name })}
        >
          <Icon name="pin" />
        </a>
      )}
    </li>
  )
}
