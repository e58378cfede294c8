// The products of a wish: from the device when the whole catalogue is there, page by page from the server until then.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import { catalogue } from '#features/products/web/index.ts'
import { asking } from '#web/failure.ts'
import { findOnDevice, type Wish } from './wishes.ts'

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
  if (local)
    return {
      rows: local,
      total: local.length,
      more: false,
      loading: false,
      failed: null,
      next: () => {},
      retry: () => {},
    }
  // A server that is away says nothing before the device has been asked.
  return c.looked || !remote.failed ? remote : { ...remote, failed: null, loading: true }
}

const NONE: Product[] = []
function useServer(wish: Wish, active: boolean, planted: Product[] | null, plantedTotal: number): Found {
  const question = useMemo(() => (active ? { wish } : null), [active, wish])
  const plain = !wish.name && wish.category_id === null && !wish.tag && !wish.promo && wish.order === 'order'
  const start =
    plain && planted?.length
      ? { of: question, rows: planted, total: plantedTotal, page: 1 }
      : { of: null, rows: NONE, total: 0, page: 0 }
  /** What the first HTML brought is asked for no more. */
  const [brought] = useState(start.of)
  /** `of`: the question that this answers. */
  const [state, setState] = useState({ ...start, loading: false, failed: null as unknown })
  const now = state.of === question ? state : { ...state, rows: NONE, loading: true, failed: null }
  const abort = useRef<AbortController>(null)
  /** `pages`: so many are here, and only what has changed of the first is asked for. */
  const ask = (page: number, before: Product[], pages = 0) => {
    abort.current?.abort()
    const control = new AbortController()
    abort.current = control
    const found = asking(import('./ask.ts')).then((ask) =>
      ask.findOnServer(wish, page, control.signal, before, pages > 0),
    )
    found.then(
      (found) => {
        if (!control.signal.aborted)
          setState({ of: question, ...found, page: pages || page, loading: false, failed: null })
      },
      (error: unknown) => {
        if (!control.signal.aborted && !pages)
          setState((s) => ({ ...s, of: question, rows: before, loading: false, failed: error }))
      },
    )
  }
  const after = () => (now.rows.length ? now.page + 1 : 1)
  const load = () => {
    setState({ ...now, loading: true, failed: null })
    ask(after(), now.rows)
  }
  const begin = useEffectEvent(() => {
    if (state.of !== question) ask(1, NONE)
    // Begun before the list rested, and given up then.
    else if (state.loading || state.failed) ask(after(), state.rows)
    else if (question !== brought) ask(1, state.rows, state.page)
  })
  useEffect(() => {
    if (!question) return
    begin()
    return () => abort.current?.abort()
  }, [question])
  return {
    ...now,
    more: now.rows.length < now.total,
    next: () => {
      if (!now.loading && !now.failed && now.rows.length < now.total) load()
    },
    retry: load,
  }
}
