// What a screen shows when it has nothing, waits, or failed.
import type { ReactNode } from 'react'
import { asFailure, isFailure } from '../failure.ts'
import { t } from '../i18n.ts'
import { Icon, type IconName } from './Icon.tsx'

export function Empty({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="empty">
      <span className="art">
        <Icon name={icon} />
      </span>
      {children}
    </div>
  )
}
export function Failed({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const id = isFailure(error) ? String(error.extra.request_id ?? '') : ''
  return (
    <div className="empty" role="alert">
      <span className="art">
        <Icon name={isFailure(error) && error.offline ? 'offline' : 'warn'} />
      </span>
      <p>
        <b>{what}</b> {asFailure(error).message}
      </p>
      <button type="button" className="btn sec" onClick={retry}>
        {t('Tentar de novo')}
      </button>
      {id && <small className="xs t2">{t('Pedido de ajuda nº {id}', { id: id.slice(0, 8) })}</small>}
    </div>
  )
}
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status">
      <span className="sr">{t('Carregando')}</span>
      {Array.from({ length: rows }, (_, i) => (
        <div className="li" key={i} aria-hidden="true">
          <span className="sk t40 ph" />
          <span className="grow col g1">
            <span className="sk">&nbsp;</span>
            <span className="sk xs">&nbsp;</span>
          </span>
        </div>
      ))}
    </div>
  )
}
interface ListStatesProps {
  list: { isPending: boolean; isError: boolean; isSuccess: boolean; error: unknown; refetch: () => Promise<unknown> }
  /** What did not work, when it does not. */
  what: string
  none: boolean
  /** How many lines are drawn while it comes. */
  rows?: number
  /** What stands there when there are none. */
  children: ReactNode
}
/** In place of a list's rows: it is on its way, it failed, there are none. */
export function ListStates({ list, what, none, rows = 6, children }: ListStatesProps) {
  if (list.isPending) return <Loading rows={rows} />
  if (list.isError) return <Failed what={what} error={list.error} retry={() => void list.refetch()} />
  return list.isSuccess && none ? children : null
}
/** A page whose one thing could not be read. */
export function FailedPage({ title, ...failed }: { title: string; what: string; error: unknown; retry: () => void }) {
  return (
    <div className="page">
      <h1 className="sr">{title}</h1>
      <Failed {...failed} />
    </div>
  )
}
/** While a screen's own script and styles come: drawn with what the first styles know, so that
 * nothing moves when they are here. */
export function Opening() {
  return (
    <div className="page col g3" role="status">
      <span className="sr">{t('Carregando')}</span>
      {[0, 1, 2].map((n) => (
        <p className="sk" key={n} aria-hidden="true">
          &nbsp;
        </p>
      ))}
    </div>
  )
}
