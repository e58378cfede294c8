import { specsLabel } from '#features/products/rules.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import type { Order } from '../contract.ts'
import { totals } from '../rules.ts'
import { MOVE_LABELS, type Status } from '../status.ts'
import './DiffCard.css'

type Changed = Pick<Order, 'diff' | 'currency' | 'lines' | 'total' | 'freight' | 'next' | 'status'> &
  Partial<Pick<Order, 'discount_percent'>>
interface Props {
  order: Changed
  busy?: boolean
  /** Nothing: it is only told. */
  onAnswer?: ((status: Status) => void) | undefined
}
/** Prices that were others when the order was taken, line by line, and what may be said to them. */
export function DiffCard({ order, busy = false, onAnswer }: Props) {
  const money = (cents: number) => showCents(cents, order.currency)
  const before = worthBefore(order)
  const accepts = (['novo', 'aguardando_aprovacao', 'confirmado'] as const).filter((s) => order.next.includes(s))
  const asks = order.status === 'ajuste_solicitado' && onAnswer && accepts.length > 0
  return (
    <section className="note warn diffcard" aria-labelledby="diffcard">
      <Icon name="warn" size="s" />
      <div className="grow">
        <h2 className="h3" id="diffcard">
          {t('O preço mudou depois que você anotou:')}
        </h2>
        <ul>
          {order.diff?.map((d) => (
            <li key={`${d.product_id}${JSON.stringify(d.specs)}`}>
              <Sentence
                text="{name}: {was} → {now}"
                parts={{
                  name: [d.name, specsLabel(d.specs)].filter(Boolean).join(', '),
                  was: (
                    <del>
                      <span className="sr">{t('antes')} </span>
                      <span>{money(d.was)}</span>
                    </del>
                  ),
                  now: (
                    <ins>
                      <span className="sr">{t('agora')} </span>
                      <span>{money(d.now)}</span>
                    </ins>
                  ),
                }}
              />
            </li>
          ))}
        </ul>
        {before !== null && order.total !== undefined && before !== order.total && (
          <p>
            <Sentence
              text="{label}: {was} → {now}"
              parts={{ label: t('Total'), was: <del>{money(before)}</del>, now: <b>{money(order.total)}</b> }}
            />
          </p>
        )}
        {asks && (
          <div className="row g3 wrap spaced noprint">
            {accepts.map((status, i) => (
              <button
                type="button"
                key={status}
                className={`btn ${i === 0 ? 'pri' : 'sec'}`}
                disabled={busy}
                onClick={() => onAnswer(status)}
              >
                {status === 'novo' ? t('Aceitar tudo') : t(MOVE_LABELS[status])}
              </button>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}
/** What it came to at the prices of before; null where the reader does not know the discount. */
function worthBefore({ lines, diff = [], discount_percent, freight }: Changed): number | null {
  if (discount_percent === undefined) return null
  const was = (l: Order['lines'][number]) =>
    diff.find((d) => d.product_id === l.product_id && specsLabel(d.specs) === specsLabel(l.specs))?.was ?? l.price ?? 0
  const summed = lines.map((l) => ({ unit_price: was(l), quantity: l.quantity, discount_bp: l.discount_percent }))
  return totals(summed, discount_percent, freight ?? 0).total
}
