import type { Receipt } from '#features/orders/contract.ts'
import { lineTotal } from '#features/orders/rules.ts'
import { lineSteps } from '#features/products/quantity.ts'
import { specsLabel } from '#features/products/rules.ts'
import { showCents, showShare } from '#shared/money.ts'
import { pictureAt } from '#shared/picture.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import type { askIssues, LineRule } from '#features/orders/line-rules.ts'

interface Props {
  order: Receipt
  /** Quantities that are being changed; null: the offer is only read. */
  wanted: Map<number, number> | null
  rules: LineRule[]
  issues: ReturnType<typeof askIssues>
  onChange: (line: number, quantity: number) => void
}
/** The lines of an offer with their photos; while quantities are changed, each with its stepper. */
export function OfferLines({ order, wanted, rules, issues, onChange }: Props) {
  const money = (v: number) => showCents(v, order.currency)
  return (
    <ul>
      {order.lines.map((l) => {
        const quantity = wanted?.get(l.line) ?? l.quantity
        const rule = rules.find((r) => r.line === l.line)
        const specs = specsLabel(l.specs)
        const due = lineTotal({ unit_price: l.price ?? 0, quantity, discount_bp: l.discount_percent })
        return (
          <li className={`offerline${quantity === 0 ? ' out' : ''}`} key={l.line}>
            <span className="ph">
              {l.photo ? (
                <img src={pictureAt(l.photo, 160)} alt="" width="56" height="56" loading="lazy" />
              ) : (
                <span className="none">
                  <Icon name="picture" size="s" />
                </span>
              )}
            </span>
            <span className="grow">
              <b>{l.name}</b>
              <span className="xs t2 block">
                {[
                  l.code,
                  specs,
                  l.discount_percent > 0 && t('desconto de {p}%', { p: showShare(l.discount_percent) }),
                  rule?.gone && t('não está mais à venda'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="sm block">
                {[quantity.toLocaleString('pt-BR'), l.price !== undefined && money(l.price)]
                  .filter(Boolean)
                  .join(' × ')}
              </span>
              {wanted && rule && (
                <Stepper
                  small
                  name={[l.name, specs].filter(Boolean).join(', ')}
                  quantity={quantity}
                  rule={lineSteps(rule, l.specs)}
                  check={() => issues.get(l.line) ?? null}
                  onChange={(n) => onChange(l.line, n)}
                />
              )}
              {quantity !== l.quantity && (
                <span className="xs t2 block">{t('No orçamento: {n}', { n: l.quantity.toLocaleString('pt-BR') })}</span>
              )}
            </span>
            {l.price !== undefined && <b className="due nowrap">{money(due)}</b>}
          </li>
        )
      })}
    </ul>
  )
}
