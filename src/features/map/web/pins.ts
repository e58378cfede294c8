// Everybody whom the map may show: clients from this device, or from the server, and the company's profiles.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sinceLast, useKeptSpots } from '#features/clients/web/index.ts'
import { listEntities } from '#features/entities/contract.ts'
import { ONE_LABELS } from '#features/entities/rules.ts'
import { useKeptEntities } from '#features/entities/web/index.ts'
import { call, callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { listSpots } from '../contract.ts'
import { type Age, ageOf, parted, type Placed, wanted } from '../rules.ts'

export interface Pin {
  /** 'c12': client 12; 'p3': profile 3. */
  key: string
  id: number
  kind: 'client' | 'profile'
  name: string
  /** What is told of it in one line. */
  about: string
  /** Of a client: how long ago the last order is. */
  age: Age | null
  state: string
  lat: number | null
  lng: number | null
  href: string
}
export type PlacedPin = Placed<Pin>
export interface Filter {
  seller: string
  silence: string
  category: string
  /** Profiles are left out. */
  clientsOnly: boolean
}
/** Who they are, and how the reading of them stands. Who bought of a category only the server knows. */
export function usePins(company: number, { seller, silence, category, clientsOnly }: Filter) {
  const kept = useKeptSpots()
  const asked = useQuery({
    enabled: category !== '' || kept === null,
    queryKey: ['map', category],
    queryFn: () => call(listSpots, { query: { category: category ? Number(category) : undefined } }),
    placeholderData: (before) => before,
  })
  const spots = category === '' && kept ? kept : asked.data
  const keptProfiles = useKeptEntities('')
  const askedProfiles = useQuery({
    enabled: keptProfiles === null && !clientsOnly,
    queryKey: ['entities', ''],
    queryFn: () => callList(listEntities, { params: { company } }).then((l) => l.rows),
  })
  const profiles = keptProfiles ?? askedProfiles.data
  const pins = useMemo(() => {
    const clients = wanted(spots ?? [], { seller, silence }).map(
      (s): Pin => ({
        ...s,
        key: `c${s.id}`,
        kind: 'client',
        age: ageOf(s),
        about: [s.city, sinceLast(s)].filter(Boolean).join(' · '),
        href: `/clientes/${s.id}`,
      }),
    )
    const others = (clientsOnly ? [] : (profiles ?? [])).map(
      (e): Pin => ({
        key: `p${e.id}`,
        id: e.id,
        kind: 'profile',
        age: null,
        name: e.name,
        about: [t(ONE_LABELS[e.type]), e.city].filter(Boolean).join(' · '),
        state: e.state,
        lat: e.lat,
        lng: e.lng,
        href: `/s/${e.type}/${encodeURIComponent(e.code)}`,
      }),
    )
    return parted([...clients, ...others])
  }, [spots, profiles, seller, silence, clientsOnly])
  const list =
    category === '' && kept ? { ...asked, isPending: false, isError: false, isSuccess: true, error: null } : asked
  return { ...pins, list, everybody: spots?.length ?? 0 }
}
