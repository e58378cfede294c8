import { useState } from 'react'
import type { Product, Variation } from '#features/products/contract.ts'
import { shownPrice, specsKey, specsLabel } from '#features/products/rules.ts'
import type { Account } from '#features/sessions/contract.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { Stepper } from '#web/ui/Stepper.tsx'
import { dotOf } from './dots.ts'
import './VariationGrid.css'

interface Props {
  product: Product
  currency: string
  amounts: Record<number, number>
  onAmount: (variation: Variation, quantity: number) => void
}
const values = (p: Product, axis: string) => [...new Set(p.attributes.map((v) => v.specs[axis] ?? ''))].filter(Boolean)

/** Columns that a phone has room for; more of them are moved sideways. */
const FEW = 3
/** Two axes: one across (the shorter), one down, when it is short or the reader likes it so, and under them the steps of
 * the one that was tapped; otherwise a row for each choice. */
export function VariationGrid({ product, currency, amounts, onAmount }: Props) {
  const [tapped, setTapped] = useState<Variation | null>(null)
  const axes = [...new Set(product.attributes.flatMap((v) => Object.keys(v.specs)))]
  const priceOf = (v: Variation | undefined) => {
    const price = v && shownPrice(product, v)
    return price?.now != null ? <em>{showCents(price.now, currency)}</em> : null
  }
  const steps = (v: Variation) => (
    <Stepper
      name={specsLabel(v.specs)}
      label={t('Quantidade, {label}', { label: specsLabel(v.specs) })}
      small
      live
      quantity={amounts[v.id] ?? 0}
      rule={{ min_quantity: 1, multiple: product.mixed ? 1 : product.multiple }}
      check={fine}
      onChange={(n) => onAmount(v, Math.min(MOST, Math.max(0, n)))}
    />
  )
  const liked = useAccount<Account>()?.user?.variation_config
  const [first, second] = axes
  if (axes.length === 2 && first && second && liked !== 'lista') {
    const [across, down] =
      values(product, first).length <= values(product, second).length ? [first, second] : [second, first]
    const columns = values(product, across)
    if (columns.length <= FEW || liked === 'grade') {
      const wide = columns.length > FEW
      const grid = (
        <table className="vg" style={wide ? { width: 92 + columns.length * 64 } : undefined}>
          <thead>
            <tr>
              <td />
              {columns.map((c) => (
                <th key={c} scope="col">
                  <Dot axis={across} value={c} />
                  {c}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {values(product, down).map((row) => {
              const find = (c: string) =>
                product.attributes.find((v) => specsKey(v.specs) === specsKey({ [across]: c, [down]: row }))
              return (
                <tr key={row}>
                  <th scope="row">
                    <Dot axis={down} value={row} />
                    {row}
                    {priceOf(columns.map(find).find(Boolean))}
                  </th>
                  {columns.map((c) => (
                    <td key={c}>
                      <Cell
                        variation={find(c)}
                        label={`${row} ${c}`}
                        amounts={amounts}
                        onAmount={onAmount}
                        onTapped={setTapped}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      )
      return (
        <>
          {wide ? <div style={{ overflowX: 'auto' }}>{grid}</div> : grid}
          {tapped && (
            <div className="row between vsteps">
              <span className="sm">
                <b>{specsLabel(tapped.specs)}</b>
                <Left variation={tapped} />
              </span>
              {steps(tapped)}
            </div>
          )}
        </>
      )
    }
  }
  return (
    <table className="vg rows">
      <tbody>
        {product.attributes.map((v) => (
          <tr key={v.id}>
            <th scope="row">
              {Object.entries(v.specs).map(([axis, value]) => (
                <Dot key={axis} axis={axis} value={value} />
              ))}
              {specsLabel(v.specs)}
              {priceOf(v)}
              <Left variation={v} />
            </th>
            <td>{isGone(v) ? <span className="vq no">{t('acabou')}</span> : steps(v)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
const MOST = 999_999
/** What the whole lacks is said under the choices. */
const fine = () => null
const isGone = (v: Variation) => v.stock !== null && v.stock <= 0
/** Few enough that it matters. */
const FEW_LEFT = 20
function Left({ variation: { stock } }: { variation: Variation }) {
  return stock !== null && stock > 0 && stock <= FEW_LEFT ? <em>{t('restam {n}', { n: stock })}</em> : null
}
function Dot({ axis, value }: { axis: string; value: string }) {
  const colour = dotOf(axis, value)
  return colour ? <i className="dot" style={{ background: colour }} /> : null
}
function Cell({
  variation,
  label,
  amounts,
  onAmount,
  onTapped,
}: {
  variation: Variation | undefined
  label: string
  amounts: Record<number, number>
  onAmount: Props['onAmount']
  onTapped: (variation: Variation) => void
}) {
  if (!variation) return <span className="vq no">—</span>
  if (isGone(variation)) return <span className="vq no">{t('acabou')}</span>
  const amount = amounts[variation.id] ?? 0
  return (
    <input
      className={`vq${amount ? ' has' : ''}`}
      // A thumb steps below; no keyboard covers the steps.
      inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : 'numeric'}
      aria-label={t('Quantidade, {label}', { label })}
      value={amount}
      onFocus={(e) => {
        e.target.select()
        onTapped(variation)
      }}
      onChange={(e) => onAmount(variation, Math.min(MOST, Math.max(0, Number(e.target.value.replace(/\D/g, '')) || 0)))}
    />
  )
}
