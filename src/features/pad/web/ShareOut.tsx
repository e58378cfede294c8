import { useEffect, useRef, useState } from 'react'
import { readWhole } from '#shared/whole.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { distribute, readParts } from '../grid.ts'

interface ShareProps {
  row: string
  labels: string[]
  multiple: number
  onClose: () => void
  onShare: (shares: number[]) => void
}
/** *Distribuir 60 em P-M-G 1:2:1*. */
export function ShareOut({ row, labels, multiple, onClose, onShare }: ShareProps) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const [total, setTotal] = useState('')
  const [parts, setParts] = useState(labels.map(() => '1').join(':'))
  const n = readWhole(total)
  const ratio = readParts(parts, labels.length)
  const shared = n !== null && n > 0 && ratio ? distribute(n, ratio, multiple) : null
  return (
    <form
      className="panel op-shareout"
      aria-label={t('Distribuir')}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        if (shared) onShare(shared.shares)
      }}
    >
      <p className="sm">
        {row
          ? t('Distribuir na linha {row}: {labels}', { row, labels: labels.join('-') })
          : t('Distribuir: {labels}', { labels: labels.join('-') })}
      </p>
      <div className="row top">
        <Field label={t('Peças')}>
          <input
            className="in"
            inputMode="numeric"
            ref={first}
            value={total}
            onChange={(e) => setTotal(e.target.value)}
          />
        </Field>
        <Field
          label={t('Em partes')}
          error={
            ratio
              ? undefined
              : t('Uma parte para cada: {labels}. Ex.: {example}', {
                  labels: labels.join('-'),
                  example: labels.map((_, i) => (i === 1 ? 2 : 1)).join(':'),
                })
          }
        >
          <input className="in" inputMode="text" value={parts} onChange={(e) => setParts(e.target.value)} />
        </Field>
      </div>
      {shared && (
        <p className="sm t2" role="status">
          {labels.map((l, i) => `${l} ${shared.shares[i]}`).join(' · ')}
          {shared.left > 0 && ` · ${t('sobram {n}: vem de {m} em {m}', { n: shared.left, m: multiple })}`}
        </p>
      )}
      <div className="acts">
        <button type="button" className="btn sec small" onClick={onClose}>
          {t('Cancelar')}
        </button>
        <button type="submit" className="btn pri small" disabled={!shared}>
          {t('Distribuir')}
        </button>
      </div>
    </form>
  )
}
