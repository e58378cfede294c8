// The two lines under the bar, drawn by the server too so that nothing moves when the script
// comes: messages and promotions.
import { useEffect, useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { messageLines } from '#features/companies/rules.ts'
import { t, tn } from '#web/i18n.ts'

const TURN = 5000

/** The company's messages, one at a time, 5 s each; it rests under the pointer, with the
 * focus, and for reduced motion. */
export function MessageStrip({ company }: { company: Pick<Company, 'settings'> }) {
  const lines = messageLines(company.settings.general_message)
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const many = lines.length > 1
  useEffect(() => {
    if (!many || held || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setAt((n) => n + 1), TURN)
    return () => clearInterval(timer)
  }, [many, held])
  if (lines.length === 0) return null
  const hold = (on: boolean) => () => setHeld(on)
  const words = <span key={at}>{lines[at % lines.length]}</span>
  if (!many)
    return (
      <p className="strip" role="note">
        {words}
      </p>
    )
  return (
    <button
      type="button"
      className="strip"
      aria-label={t('Aviso {n} de {m}: {text}. Ver o próximo', {
        n: (at % lines.length) + 1,
        m: lines.length,
        text: lines[at % lines.length] ?? '',
      })}
      onClick={() => setAt(at + 1)}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      {words}
    </button>
  )
}
/** How many products are on promotion, and until when; nothing when none are. `catalogue`:
 * where this reader finds them. */
export function PromoBar({
  promos,
  catalogue = '/pedidos',
}: {
  promos: { count: number; until: string | null }
  catalogue?: string
}) {
  if (promos.count === 0) return null
  const until =
    promos.until && t(' até {day}', { day: promos.until.slice(0, 10).split('-').reverse().slice(0, 2).join('/') })
  return (
    <a className="promobar" href={`${catalogue}?promo=1`}>
      {tn(promos.count, '{n} produto em promoção', '{n} produtos em promoção')}
      {until} <b>{t('Ver')}</b>
    </a>
  )
}
