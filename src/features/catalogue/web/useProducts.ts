// The products of a wish: from the device when the whole catalogue is there, page by page from the server until then.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import { catalogue } from '#features/products/web/index.ts'
import { findOnDevice, findOnServer, type Wish } from './wishes.ts'

export interface Found {
  rows: Product[]
  total: number
  /** More can be asked for. */
  more: boolean
  loading: boolean
  failed: unknown
  next: () => void
  retry: () => void
}
export function useProducts(wish: Wish, family: ReadonlySet<number> | null, planted: boolean): Found {
  const c = catalogue.use()
  const local = useMemo(() => (c.complete ? findOnDevice(c.products, wish, family) : null), [c, wish, family])
  const remote = useServer(wish, !c.complete, planted ? c.products : null, c.total)
  if (local) return { rows: local, total: local.length, more: false, loading: false, failed: null, next: () => {}, retry: () => {} }
  return remote
}

function useServer(wish: Wish, active: boolean, planted: Product[] | null, plantedTotal: number): Found {
  const plain = !wish.name && wish.category_id === null && !wish.tag && !wish.promo && wish.order === 'order'
  const start = plain && planted?.length ? { rows: planted, total: plantedTotal, page: 1 } : { rows: [] as Product[], total: 0, page: 0 }
  const [state, setState] = useState({ ...start, loading: false, failed: null as unknown })
  const [turn, setTurn] = useState(0)
  const abort = useRef<AbortController>(null)
  const load = (page: number, before: Product[]) => {
    abort.current?.abort()
    const control = new AbortController()
    abort.current = control
    setState((s) => ({ ...s, rows: before, loading: true, failed: null }))
    findOnServer(wish, page, control.signal).then(
      (found) => setState({ rows: [...before, ...found.rows], total: found.total, page, loading: false, failed: null }),
      (error: unknown) => {
        if (!control.signal.aborted) setState((s) => ({ ...s, loading: false, failed: error }))
      },
    )
  }
  const first = useRef(true)
  useEffect(() => {
    if (!active) return
    const skip = first.current && start.page > 0
    first.current = false
    if (!skip) load(1, [])
    return () => abort.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [active, wish, turn])
  return {
    ...state,
    more: state.rows.length < state.total,
    next: () => {
      if (!state.loading && !state.failed && state.rows.length < state.total) load(state.page + 1, state.rows)
    },
    retry: () => (state.rows.length ? load(state.page + 1, state.rows) : setTurn((n) => n + 1)),
  }
}
