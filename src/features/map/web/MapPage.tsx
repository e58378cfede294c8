import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { distance, nearestFirst, nearestNeighbours, type Point, pointOf } from '#shared/geo.ts'
import { t, tn } from '#web/i18n.ts'
import { askHere, here as hereStore } from '#web/map/here.ts'
import { online } from '#web/online.ts'
import { Queries } from '#web/queries.tsx'
import { useDesk } from '#web/useDesk.ts'
import { useListState } from '#web/useListState.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import ClusterMap from './ClusterMap.tsx'
import { filterOf, Filters } from './Filters.tsx'
import { Legend } from './Legend.tsx'
import { PinCard } from './PinCard.tsx'
import { LostList, PinList } from './PinList.tsx'
import { type Pin, type PlacedPin, usePins } from './pins.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import { RoutePanel } from './RoutePanel.tsx'
import '#web/styles/kit.css'
import '#web/ui/Split.css'
import './MapPage.css'

interface Props {
  company: Pick<Company, 'id' | 'lat' | 'lang'>
  sellers: Seller[]
  admin: boolean
  /** The map alone, over the whole page. */
  full: boolean
}
export default function MapPage(props: Props) {
  return (
    <Queries>
      <Screen {...props} />
    </Queries>
  )
}
const PAGE = 50
/** Clients, profiles and the company on a map, with the same as a list beside it. */
function Screen({ company, sellers, admin, full }: Props) {
  const shown = useListState()
  const connected = online.use()
  const filter = filterOf(shown)
  const { placed, lost, list, everybody } = usePins(company.id, filter)
  const here = hereStore.use()
  const house = useMemo(() => pointOf({ lat: company.lat, lng: company.lang }), [company.lat, company.lang])
  const [crowd, setCrowd] = useState<string[] | null>(null)
  const [placing, setPlacing] = useState<Pin | null>(null)
  const [most, setMost] = useState(PAGE)
  const desk = useDesk()
  const narrowed = [filter.seller, filter.silence, filter.category].filter(Boolean).length
  const [open, setOpen] = useState(narrowed > 0)
  const from = fromOf(shown.of('near'), here, house)
  const byKey = useMemo(() => new Map(placed.map((p) => [p.key, p])), [placed])
  const picked = byKey.get(shown.of('pin')) ?? null
  const pick = (key: string) => shown.set({ pin: key }, { replace: true })
  const keys = shown.of('route')
  const start = here ?? house
  const stops = useMemo(() => {
    const chosen = keys.split(',').flatMap((k) => byKey.get(k) ?? [])
    const [first] = chosen
    return first ? nearestNeighbours(start ?? first, chosen) : []
  }, [keys, byKey, start])
  const stopKeys = stops.map((s) => s.key)
  const toggle = (key: string) => {
    const next = stopKeys.includes(key) ? stopKeys.filter((k) => k !== key) : [...stopKeys, key]
    shown.set({ route: next.join(',') }, { replace: true })
  }
  const rows = useMemo(() => {
    const some = crowd ? placed.filter((p) => crowd.includes(p.key)) : placed
    return from ? nearestFirst(from, some) : some
  }, [placed, crowd, from])
  const missing = shown.of('view') === 'lost'
  const nearMe = async () => {
    const found = here ?? (await askHere(t('Escolha “Perto da empresa” ou um lugar na lista.')))
    if (found) shown.set({ near: 'me' })
  }
  const near = shown.of('near')
  const map = (
    <ClusterMap
      pins={placed}
      company={house}
      here={here}
      route={stops}
      start={start}
      picked={picked}
      onPick={(key) => {
        setCrowd(null)
        pick(key)
      }}
      onCrowd={(some) => {
        setCrowd(some)
        if (full) shown.set({ view: '' })
      }}
      selection={`${JSON.stringify(filter)} ${list.isSuccess && everybody > 0}`}
    />
  )
  const route = (
    <RoutePanel
      stops={stops}
      start={start}
      from={here ? t('a partir de onde você está') : house ? t('a partir da empresa') : t('a partir da primeira')}
      onDrop={toggle}
      onClear={() => shown.set({ route: '' })}
    />
  )
  const card = picked && (
    <PinCard
      key={picked.key}
      pin={picked}
      onRoute={stopKeys.includes(picked.key)}
      onStop={() => toggle(picked.key)}
      onClose={() => pick('')}
    />
  )
  const dialog = placing && <PlaceDialog client={placing} onClose={() => setPlacing(null)} />
  const count = placed.length + lost.length
  const total = missing ? lost.length : rows.length
  return (
    <div className={full ? 'mapscreen full' : 'split mapscreen'}>
      {full && <h1 className="sr">{t('Mapa')}</h1>}
      <div className="mapside">
        {map}
        {card}
        {full && (
          <div className="overmap">
            <Link href={`/maps${shown.query}`} className="btn sec small">
              <Icon name="menu" />
              {t('Ver a lista')}
            </Link>
            {route}
            <Legend pins={placed} />
          </div>
        )}
      </div>
      {!full && (
        <section className="list" aria-label={t('Lista do mapa')}>
          <div className="pad col g3">
            <div className="row between">
              <h1>{t('Mapa')}</h1>
              <Link href={`/maps/leaflet${shown.query}`} className="btn sec small">
                {t('Tela cheia')}
              </Link>
            </div>
            {(desk || open) && <Filters shown={shown} admin={admin} sellers={sellers} />}
            <div className={desk ? 'row wrap' : 'chips'}>
              {!desk && (
                <button type="button" className="chip" aria-expanded={open} onClick={() => setOpen(!open)}>
                  <Icon name="filter" size="s" />
                  {t('Filtros')} {narrowed > 0 && <span className="c">{narrowed}</span>}
                </button>
              )}
              <Chip
                on={near === 'me' && from !== null}
                onClick={() => void (near === 'me' ? shown.set({ near: '' }) : nearMe())}
              >
                {t('Perto de mim')}
              </Chip>
              {house && (
                <Chip on={near === 'house'} onClick={() => shown.set({ near: near === 'house' ? '' : 'house' })}>
                  {t('Perto da empresa')}
                </Chip>
              )}
              <Chip on={!filter.clientsOnly} onClick={() => shown.set({ profiles: filter.clientsOnly ? '' : '0' })}>
                {t('Perfis')}
              </Chip>
              {lost.length > 0 && (
                <Chip on={missing} count={lost.length} onClick={() => shown.set({ view: missing ? '' : 'lost' })}>
                  {t('Sem lugar no mapa')}
                </Chip>
              )}
            </div>
            {route}
            {list.isSuccess && (
              <p className="sm t2" role="status">
                {tn(total, '{n} na lista', '{n} na lista')}
              </p>
            )}
            <Legend pins={placed} />
            {crowd && (
              <button type="button" className="btn sec small self-start" onClick={() => setCrowd(null)}>
                {t('Ver todos de novo')}
              </button>
            )}
          </div>
          <ListStates
            list={list}
            what={
              filter.category && !connected
                ? t('Quem comprou de uma categoria só o servidor sabe.')
                : t('Não conseguimos carregar o mapa.')
            }
            none={count === 0 || total === 0}
          >
            <Nobody
              none={count === 0}
              filtered={Boolean(filter.seller || filter.silence || filter.category)}
              lost={lost.length}
            />
          </ListStates>
          {list.isError && filter.category && (
            <div className="pad">
              <button type="button" className="btn sec full" onClick={() => shown.set({ category: '' })}>
                {t('Ver todas as categorias')}
              </button>
            </div>
          )}
          {missing ? (
            <LostList lost={lost.slice(0, most)} onPlace={setPlacing} />
          ) : (
            <PinList
              pins={rows.slice(0, most)}
              picked={picked?.key ?? ''}
              stops={stopKeys}
              away={from && ((p: PlacedPin) => distance(from, p))}
              onPick={pick}
              onStop={toggle}
            />
          )}
          <div className="pad">
            <MoreButton
              list={{
                hasNextPage: total > most,
                isFetchingNextPage: false,
                fetchNextPage: () => Promise.resolve(setMost(most + PAGE)),
              }}
            />
          </div>
        </section>
      )}
      {dialog}
    </div>
  )
}
const fromOf = (near: string, here: Point | null, house: Point | null) =>
  near === 'me' ? here : near === 'house' ? house : null
/** Why nobody is in the list, and what to do. */
const Nobody = ({ none, filtered, lost }: { none: boolean; filtered: boolean; lost: number }) => (
  <Empty icon="pin">
    <p>
      {none && !filtered
        ? t('Nenhum cliente ainda. Cadastre o primeiro e marque onde ele fica.')
        : none
          ? t('Ninguém com estes filtros.')
          : lost > 0
            ? t('Ninguém tem lugar no mapa ainda: toque em “Sem lugar no mapa” e marque onde cada um fica.')
            : t('Todos estão no mapa.')}
    </p>
    {none && !filtered && (
      <Link href="/clientes/novo" className="btn pri">
        {t('Cadastrar cliente')}
      </Link>
    )}
  </Empty>
)
