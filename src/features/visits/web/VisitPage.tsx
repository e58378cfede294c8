import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { KEPT } from '#web/outbox/words.ts'
import { pointOf, wayTo } from '#shared/geo.ts'
import { chatLink } from '#shared/phone.ts'
import { useAct } from '#web/act.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { useListState } from '#web/useListState.ts'
import { isOpen, mayCheckIn } from '../rules.ts'
import { useVisit } from './data.ts'
import { sendChange, sendCheckIn, type Shown } from './outbox.ts'
import { whereAmI } from '#web/map/here.ts'
import { MoveVisit } from './PlanVisit.tsx'
import { ReportForm } from './ReportForm.tsx'
import { longDay, standOf, standWords } from './words.ts'

export type Start = (client: number) => Promise<void>
interface Props {
  visit: string
  /** Says whose it is. */
  admin: boolean
  back: string
  /** Begins an order; null where the company takes none. */
  start: Start | null
}
/** One visit: the way there, the arrival, what came of it. */
export function VisitPage({ visit: key, ...props }: Props) {
  const found = useVisit(key)
  const v = found.visit
  if (!v)
    return found.isError ? (
      <FailedPage
        title={t('Visita')}
        what={t('Não conseguimos abrir esta visita.')}
        error={found.error}
        retry={() => void found.refetch()}
      />
    ) : (
      <Loading />
    )
  return <One v={v} {...props} />
}
function One({ v, admin, back, start }: Omit<Props, 'visit'> & { v: Shown }) {
  const asked = useListState()
  const open = asked.of('abrir')
  const setOpen = (abrir: 'relato' | 'remarcar' | 'desmarcar' | '') => asked.set({ abrir }, { replace: true })
  const { busy, act } = useAct()
  const [looking, setLooking] = useState(false)
  useEffect(() => {
    document.title = v.client_name
  }, [v.client_name])
  const arrive = () =>
    act(async () => {
      setLooking(true)
      const here = await whereAmI().finally(() => setLooking(false))
      const done = await sendCheckIn(v, here)
      notify(
        done === 'kept' ? KEPT() : here ? t('Chegada registrada com o lugar.') : t('Chegada registrada, sem o lugar.'),
      )
      renew()
    })
  const cancel = () =>
    act(async () => {
      setOpen('')
      if ((await sendChange(v, { cancelled: true }, { cancelled: '0' })) === 'kept') notify(KEPT())
      renew()
    })
  const point = pointOf(v)
  const rows: [string, ReactNode][] = [
    [t('Quando'), [longDay(v.day), v.at].filter(Boolean).join(', ')],
    [t('De quem'), admin && v.seller_name],
    [t('Endereço'), v.place],
    [t('Anotações'), v.note],
    [t('Chegada'), v.checked_in_at && showMoment(v.checked_in_at)],
    [
      t('Lugar'),
      v.here && (
        <a
          key="here"
          href={`https://www.google.com/maps/search/?api=1&query=${v.here.lat},${v.here.lng}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('Ver no mapa')}
          {v.here.accuracy !== null && ` (± ${v.here.accuracy} m)`}
        </a>
      ),
    ],
    [t('Resultado'), v.result && standWords(v)],
    [t('Relato'), v.report],
  ]
  return (
    <article className="page narrow visit">
      <BackLink href={back}>{t('Visitas')}</BackLink>
      <div className="head">
        <div className="grow">
          <h1 className="h1">{v.client_name}</h1>
          <p className="row">
            <output className="pill" data-s={standOf(v)} aria-label={t('Situação')}>
              {standWords(v)}
            </output>
            {v.waiting && <span className="xs t2">{t('aguardando envio')}</span>}
          </p>
        </div>
      </div>
      {!v.client_open && (
        <p className="note warn">
          <Icon name="warn" />
          <span className="grow">{t('O cadastro deste cliente foi excluído. A visita continua aqui.')}</span>
        </p>
      )}
      <div className="ways">
        {mayCheckIn(v) && (
          <button type="button" className="btn pri" disabled={busy} onClick={() => void arrive()}>
            <Icon name="pin" />
            {looking ? t('Procurando o lugar…') : t('Cheguei')}
          </button>
        )}
        {!v.cancelled && (
          <button
            type="button"
            className={`btn ${isOpen(v) && !mayCheckIn(v) ? 'pri' : 'sec'}`}
            onClick={() => setOpen('relato')}
          >
            <Icon name="check" />
            {v.result === null ? t('Registrar resultado') : t('Corrigir resultado')}
          </button>
        )}
        {start && v.client_open && (
          <button type="button" className="btn sec" disabled={busy} onClick={() => void act(() => start(v.client_id))}>
            <Icon name="bag" />
            {t('Pedir')}
          </button>
        )}
        {point && (
          <a className="btn sec" href={wayTo(point)} target="_blank" rel="noreferrer">
            <Icon name="pin" />
            {t('Como chegar')}
          </a>
        )}
        {v.phone && (
          <a className="btn wa" href={chatLink(v.phone, '')} target="_blank" rel="noreferrer">
            <Icon name="whatsapp" />
            {t('WhatsApp')}
          </a>
        )}
      </div>
      <dl className="panel pad">
        {rows
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <div className="kv" key={label}>
              <dt>{label}</dt>
              <dd className="pre">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="row wrap spaced">
        {v.client_open && (
          <Link href={`/clientes/${v.client_id}`} className="btn sec small">
            {t('Ver cliente')}
          </Link>
        )}
        {isOpen(v) && (
          <>
            <button type="button" className="btn sec small" onClick={() => setOpen('remarcar')}>
              {t('Remarcar')}
            </button>
            <button type="button" className="btn txt small" onClick={() => setOpen('desmarcar')}>
              {t('Desmarcar')}
            </button>
          </>
        )}
      </div>
      {open === 'relato' && <ReportForm visit={v} onClose={() => setOpen('')} />}
      {open === 'remarcar' && <MoveVisit visit={v} onClose={() => setOpen('')} />}
      {open === 'desmarcar' && (
        <Confirm
          title={t('Desmarcar a visita a {name}?', { name: v.client_name })}
          onClose={() => setOpen('')}
          onConfirm={() => cancel()}
        />
      )}
    </article>
  )
}
