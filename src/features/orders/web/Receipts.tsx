// The orders of who has no name: their receipts, kept by this device, and how each stands now.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Photo } from '#features/images/web/index.ts'
import { catalogue } from '#features/products/web/index.ts'
import { showCents } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { readReceipt } from '../contract.ts'
import { nameOf } from './data.ts'
import type { KeptReceipt } from './receipts.ts'
import { StatusPill } from './StatusPill.tsx'
import './Receipts.css'

/** Of so many it is asked how they stand; older ones say it when they are opened. */
const ASKED = 10
const SHOWN = 4
export function Receipts({ kept, repeat }: { kept: KeptReceipt[]; repeat: (receipt: KeptReceipt) => ReactNode }) {
  return (
    <div className="panel receipts">
      {kept.map((r, i) => (
        <Row key={r.token} receipt={r} asks={i < ASKED} repeat={repeat(r)} />
      ))}
    </div>
  )
}
function Row({ receipt: r, asks, repeat }: { receipt: KeptReceipt; asks: boolean; repeat: ReactNode }) {
  const { products } = catalogue.use()
  const now = useQuery({
    queryKey: ['receipt', r.token],
    queryFn: () => call(readReceipt, { params: { token: r.token } }),
    enabled: asks,
  })
  const lines = now.data?.lines ?? r.lines ?? []
  const goods = [...new Set(lines.map((l) => l.product_id))].flatMap((id) => products.find((p) => p.id === id) ?? [])
  return (
    <div className="kept">
      <Link href={`/pedido/${r.token}`} className="li">
        <span className="grow">
          <span className="row between">
            <b>{nameOf(r)}</b>
            {r.total !== null && <b className="nowrap">{showCents(r.total, r.currency)}</b>}
          </span>
          <span className="row between sm t2">
            <span className="clip">
              {showMoment(new Date(r.at))} · {r.name}
            </span>
            {now.data && <StatusPill status={now.data.status} />}
          </span>
        </span>
      </Link>
      <div className="row between below">
        <span className="row">
          {goods.slice(0, SHOWN).map((p) => (
            <span className="ph t40" key={p.id} title={p.name}>
              <Photo path={p.foto1} ready={p.images[0]?.ready ?? false} />
            </span>
          ))}
          {goods.length > SHOWN && <span className="sm t2">{t('mais {n}', { n: goods.length - SHOWN })}</span>}
        </span>
        {repeat}
      </div>
    </div>
  )
}
