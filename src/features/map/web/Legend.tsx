import { t } from '#web/i18n.ts'
import { type Age, AGES } from '../rules.ts'
import type { PlacedPin } from './pins.ts'

const AGE_WORDS: Record<Age, string> = {
  recent: 'até 30 dias',
  slow: '30 a 60 dias',
  late: 'mais de 60 dias',
  never: 'nunca pediu',
}
/** What the colours say, of those that are there. */
export function Legend({ pins }: { pins: readonly PlacedPin[] }) {
  const there = AGES.filter((age) => pins.some((p) => p.age === age))
  if (there.length < 2) return null
  return (
    <p className="maplegend xs">
      <span className="t2">{t('Último pedido:')}</span>
      {there.map((age) => (
        <span key={age}>
          <i className="agedot" data-age={age} /> {t(AGE_WORDS[age])}
        </span>
      ))}
    </p>
  )
}
