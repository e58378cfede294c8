// The order's lines, the last one first: quantity, the usual one beside it, a discount of the line's own.
import { useState } from 'react'
import type { Foreseen } from '#features/commissions/rules.ts'
import { cart, lineKey, setLineDiscount, setQuantity } from '#features/carts/web/index.ts'
import { MOST_QUANTITY, isShare } from '#features/orders/rules.ts'
import { lineIssue } from '#features/products/quantity.ts'
import { specsLabel } from '#features/products/rules.ts'
import { cartCents, parseCents, showCents } from '#shared/money.ts'
import { readWhole } from '#shared/whole.ts'
import { say, t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type Usual, usualOf } from '../rules.ts'
import { Thumb } from './Entry.tsx'
import type { Goods } from './goods.ts'

interface Props {
  goods: Goods
  usual: readonly Usual[]
  currency: string
  hide_price: boolean
  /** What each line would bring whoever sells it. */
  earned: Foreseen | null
  /** Enter in a line leads back to the next item. */
  onNext: () => void
}
export function Lines({ goods, usual, currency, hide_price, earned, onNext }: Props) {
  const { lines } = cart.use()
  const earnedBy = new Map(lines.map((l, i) => [lineKey(l), earned?.lines[i]]))
  return (
    <ol className="panel op-lines" aria-label={t('Itens do pedido')}>
      {lines.toReversed().map((l) => {
        const k = lineKey(l)
        const product = goods.byId.get(l.product_id)
        const name = [l.product.name, specsLabel(l.selected_specs)].filter(Boolean).join(', ')
        const own = usualOf(usual, l.product_id, l.selected_specs)
        const brings = l.discount ? earnedBy.get(k) : undefined
        const issue = product ? lineIssue(l, lines, product) : null
        return (
          <li className="li op-line" key={k}>
            <Thumb path={l.product.foto1} />
            <div className="grow">
              <p className="sm b">{l.product.name}</p>
              <p className="xs t2">
                {[
                  l.product.code,
                  specsLabel(l.selected_specs),
                  !hide_price &&
                    (l.price ? t('{v} cada', { v: showCents(cartCents(l.price), currency) }) : t('Sob consulta')),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <div className="op-numbers">
                <Amount name={name} quantity={l.quantity} onSet={(n) => change(k, n)} onNext={onNext} />
                {own && <span className="xs t2">{t('costuma {n}', { n: own.quantity })}</span>}
                {!hide_price && <Share name={name} value={l.discount ?? ''} onSet={(v) => setLineDiscount(k, v)} />}
                {brings && (
                  <span className="xs t2 op-wide op-earned">
                    {t('Comissão do item: {v}', { v: showCents(brings.commission) })}
                    {brings.lost > 0 && <b> −{showCents(brings.lost)}</b>}
                  </span>
                )}
              </div>
              {issue && (
                <p className="hint err" role="alert">
                  <span>
                    {say(issue.message)}{' '}
                    <button type="button" className="b linklike" onClick={() => setQuantity(k, issue.suggestion)}>
                      {t('Usar {n}', { n: issue.suggestion })}
                    </button>
                  </span>
                </p>
              )}
            </div>
            <div className="op-end">
              {!hide_price && l.total && <b className="nowrap">{showCents(cartCents(l.total), currency)}</b>}
              <button
                type="button"
                className="ib"
                aria-label={t('Retirar {name}', { name })}
                onClick={() => change(k, 0)}
              >
                <Icon name="close" size="s" />
              </button>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
function change(k: string, quantity: number): void {
  const removed = setQuantity(k, quantity)
  if (removed) notify(t('{name} retirado.', { name: removed.name }), { label: t('Desfazer'), run: removed.bringBack })
}
function Amount({
  name,
  quantity,
  onSet,
  onNext,
}: {
  name: string
  quantity: number
  onSet: (n: number) => void
  onNext: () => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const n = typed === null ? quantity : readWhole(typed)
  const wrong = n === null || n > MOST_QUANTITY
  const commit = () => {
    if (typed !== null && !wrong) onSet(n)
    setTyped(null)
  }
  return (
    <input
      className="in op-n"
      inputMode="numeric"
      enterKeyHint="next"
      autoComplete="off"
      aria-label={t('Quantidade de {name}', { name })}
      aria-invalid={wrong || undefined}
      value={typed ?? String(quantity)}
      onFocus={(e) => e.target.select()}
      onChange={(e) => setTyped(e.target.value)}
      onBlur={commit}
      onKeyDown={(e) => {
        if (e.key === 'Escape') setTyped(null)
        if (e.key !== 'Enter') return
        e.preventDefault()
        commit()
        onNext()
      }}
    />
  )
}
/** A percentage from 0 to 100; anything else stays in the field and is said, and the order keeps what it had. */
export function Share({ name, value, onSet }: { name: string; value: string; onSet: (value: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const bp = typed === null || typed.trim() === '' ? 0 : parseCents(typed)
  const wrong = bp === null || !isShare(bp)
  return (
    <>
      <label className="op-share">
        <input
          className="in"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          aria-label={name ? t('Desconto de {name} (%)', { name }) : t('Desconto (%)')}
          aria-invalid={wrong || undefined}
          value={typed ?? value}
          onFocus={(e) => e.target.select()}
          onChange={(e) => {
            setTyped(e.target.value)
            const next = e.target.value.trim() === '' ? 0 : parseCents(e.target.value)
            if (next !== null && isShare(next)) onSet(e.target.value.trim())
          }}
          onBlur={() => !wrong && setTyped(null)}
        />
        <span className="sm t2" aria-hidden="true">
          %
        </span>
      </label>
      {wrong && (
        <span className="hint err op-wide" role="alert">
          {t('Informe uma porcentagem entre 0 e 100.')}
        </span>
      )}
    </>
  )
}
