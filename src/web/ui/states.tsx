// What a screen shows when it has nothing, waits, or failed.
import type { ReactNode } from 'react'
import { isFailure } from '../api.ts'
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
        <b>{what}</b> {isFailure(error) ? error.message : t('Algo deu errado neste aparelho.')}
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
/** While a screen's own script and styles come: drawn with what the first styles know, so that nothing moves when they are here. */
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
