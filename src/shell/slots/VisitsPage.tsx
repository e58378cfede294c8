import { useStart } from '#features/carts/web/NewOrder.tsx'
import { clientCard } from '#features/clients/web/index.ts'
import Page from '#features/visits/web/VisitsPage.tsx'
import type { Viewer } from '../viewer.ts'

/** Visits, and the order that begins at one of them. */
export default function VisitsPage({ viewer, visit }: { viewer: Viewer; visit: string | null }) {
  const begin = useStart(viewer.level)
  const start = async (id: number) => begin(await clientCard(id))
  return <Page admin={viewer.level === 1} visit={visit} start={viewer.orders ? start : null} />
}
