import type { Product, Variation } from '#features/products/contract.ts'
import { shownPrice, specsKey, specsLabel } from '#features/products/rules.ts'
import type { Account } from '#features/sessions/contract.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
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
/** Two axes: one across (the shorter), one down, when it is short or the reader likes it so;
 * otherwise a row for each choice. */
export function VariationGrid({ product, currency, amounts, onAmount }: Props) {
  const axes = [...new Set(product.attributes.flatMap((v) => Object.keys(v.specs)))]
  const cell = (v: Variation | undefined, label: string) => (
    <Cell key={label} variation={v} label={label} amounts={amounts} onAmount={onAmount} />
  )
  const priceOf = (v: Variation | undefined) => {
    const price = v && shownPrice(product, v)
    return price?.now != null ? <em>{showCents(price.now, currency)}</em> : null
  }
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
                    {row}
                    {priceOf(columns.map(find).find(Boolean))}
                  </th>
                  {columns.map((c) => (
                    <td key={c}>{cell(find(c), `${row} ${c}`)}</td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      )
      return wide ? <div style={{ overflowX: 'auto' }}>{grid}</div> : grid
    }
  }
  return (
    <table className="vg">
      <tbody>
        {product.attributes.map((v) => (
          <tr key={v.id}>
            <th scope="row">
              {specsLabel(v.specs)}
              {priceOf(v)}
            </th>
            <td>{cell(v, specsLabel(v.specs))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
function Cell({
  variation,
  label,
  amounts,
  onAmount,
}: {
  variation: Variation | undefined
  label: string
  amounts: Record<number, number>
  onAmount: Props['onAmount']
}) {
  if (!variation) return <span className="vq no">—</span>
  if (variation.stock !== null && variation.stock <= 0) return <span className="vq no">{t('acabou')}</span>
  const amount = amounts[variation.id] ?? 0
  return (
    <input
      className={`vq${amount ? ' has' : ''}`}
      inputMode="numeric"
      aria-label={t('Quantidade, {label}', { label })}
      value={amount}
      onFocus={(e) => e.target.select()}
      onChange={(e) =>
        onAmount(variation, Math.min(999_999, Math.max(0, Number(e.target.value.replace(/\D/g, '')) || 0)))
      }
    />
  )
}
