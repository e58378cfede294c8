import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { View } from '../rules.ts'

const VIEWS: Record<View, { name: string; path: string }> = {
  month: {
    name: 'Mês',
    path: 'M4.5 6h15v14h-15V6ZM4.5 10.5h15M9.500 10.500V20M14.500 10.500V20M4.500 15.200h15M8 3.500V6M16 3.500V6',
  },
  week: { name: 'Semana', path: 'M4.500 5h15v14.500h-15V5ZM8.200 5v14.500M12 5v14.500M15.800 5v14.500' },
  day: { name: 'Dia', path: 'M6 5h12v14.500H6V5ZM9 9.500h6M9 13h6' },
}
interface Props {
  view: View
  title: string
  onView: (view: View) => void
  onStep: (by: -1 | 0 | 1) => void
}
/** What is shown, and the way to what comes before and after (specification §2 "Calendar"). */
export function Toolbar({ view, title, onView, onStep }: Props) {
  return (
    <div className="caltools" role="toolbar" aria-label={t('Agenda')}>
      <button type="button" className="ib" aria-label={t('Anterior')} onClick={() => onStep(-1)}>
        <Icon name="left" />
      </button>
      <button type="button" className="btn sec small" onClick={() => onStep(0)}>
        {t('Hoje')}
      </button>
      <button type="button" className="ib" aria-label={t('Próximo')} onClick={() => onStep(1)}>
        <Icon name="right" />
      </button>
      <h2 aria-live="polite">{title}</h2>
      <div className="views">
        {(Object.keys(VIEWS) as View[]).map((v) => (
          <button
            key={v}
            type="button"
            className="btn small"
            aria-pressed={v === view}
            title={t(VIEWS[v].name)}
            onClick={() => onView(v)}
          >
            <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
              <path d={VIEWS[v].path} />
            </svg>
            <span className="word">{t(VIEWS[v].name)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
