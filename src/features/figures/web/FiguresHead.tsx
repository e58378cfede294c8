import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#web/i18n.ts'

const TABS = [
  { href: '/widgets', label: 'Indicadores' },
  { href: '/charts', label: 'Gráficos' },
] as const
/** Both screens of figures, one tap from each other. */
export function FiguresHead({ here, children }: { here: (typeof TABS)[number]['href']; children?: ReactNode }) {
  const label = TABS.find((tab) => tab.href === here)?.label ?? ''
  return (
    <div className="head">
      <h1 className="h1">{t(label)}</h1>
      {children}
      <nav className="row" aria-label={t('Números da empresa')}>
        {TABS.map((tab) => (
          <Link
            key={tab.href}
            href={tab.href}
            className="chip tap"
            {...(tab.href === here && { 'aria-current': 'page' })}
          >
            {t(tab.label)}
          </Link>
        ))}
      </nav>
    </div>
  )
}
