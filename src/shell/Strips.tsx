// The line under the bar, drawn by the server too so that nothing moves when the script comes: the company's messages
// and its promotions take turns in one row.
import { useEffect, useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { messageTurns } from '#features/companies/turns.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'

const TURN = 5000
interface Props {
  company: Pick<Company, 'settings'>
  /** How many products are on promotion, and until when. */
  promos: { count: number; until: string | null }
  /** Where this reader finds them. */
  catalogue?: string
}
const hasTurns = (lines: string[], promos: Props['promos']) => lines.length > 0 || promos.count > 0
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** One at a time, 5 s each; it rests under the pointer, with the focus, and for reduced motion. */
export function Strips({ company, promos, catalogue = '/pedidos' }: Props) {
  const lines = messageTurns(company.settings.general_message)
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const turns = lines.length + (promos.count > 0 ? 1 : 0)
  const many = turns > 1
  useEffect(() => {
    if (!many || held || isStill()) return
    const timer = setInterval(() => setAt((n) => n + 1), TURN)
    return () => clearInterval(timer)
  }, [many, held])
  if (!hasTurns(lines, promos)) return null
  const now = at % turns
  const text = lines[now]
  const hold = (on: boolean) => () => setHeld(on)
  return (
    <div
      className={`bars${text === undefined ? ' promo' : ''}`}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      {text === undefined ? (
        <Promos promos={promos} catalogue={catalogue} />
      ) : (
        <p className="strip" role="note" key={now}>
          <span>{text}</span>
        </p>
      )}
      {many && (
        <button
          type="button"
          className="next"
          aria-label={
            text === undefined
              ? t('Ver o próximo aviso')
              : t('Aviso {n} de {m}: {text}. Ver o próximo', { n: now + 1, m: turns, text })
          }
          onClick={() => setAt(at + 1)}
        >
          <Icon name="right" size="s" />
        </button>
      )}
    </div>
  )
}
function Promos({ promos: { count, until }, catalogue }: Required<Pick<Props, 'promos' | 'catalogue'>>) {
  const day = until?.slice(0, 10).split('-').reverse().slice(0, 2).join('/')
  return (
    <a className="strip" href={`${catalogue}?promo=1`}>
      <span>
        {tn(count, '{n} produto em promoção', '{n} produtos em promoção')}
        {day && t(' até {day}', { day })} <b>{t('Ver')}</b>
      </span>
    </a>
  )
}
