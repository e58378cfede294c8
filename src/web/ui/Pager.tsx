import type { ReactNode } from 'react'
import { t } from '../i18n.ts'

/** Back and forth between the pages of a table; nothing when there is one page only. */
export function Pager({
  page,
  pages,
  onPage,
  children,
}: {
  page: number
  pages: number
  onPage: (page: number) => void
  children?: ReactNode
}) {
  if (pages <= 1) return null
  return (
    <nav className="row between spaced" aria-label={t('Páginas')}>
      <button type="button" className="btn sec small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('Anterior')}
      </button>
      <span className="sm t2">
        {t('Página {n} de {m}', { n: page, m: pages })}
        {children}
      </span>
      <button type="button" className="btn sec small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('Próxima')}
      </button>
    </nav>
  )
}
