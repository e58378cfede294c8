import { pictureAt } from '#shared/picture.ts'
import type { Specs } from '#features/products/contract.ts'
import { catalogue } from '#features/products/web/index.ts'
import { lineIssue, lineSteps } from '#features/products/quantity.ts'
import { shownPrice, specsKey, specsLabel } from '#features/products/rules.ts'
import { cartCents, formatCents, parseCents, showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type CartLine, lineKey } from '../rules.ts'
import { acceptPrice } from './acts.ts'
import { setQuantity } from './cart.ts'
import { Stepper } from '#web/ui/Stepper.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import './CartLines.css'

export interface RefusedLine {
  product_id: number
  specs: Specs
  reason: string
}
interface Props {
  lines: CartLine[]
  currency: string
  hide_price: boolean
  refused: RefusedLine[]
}
export function CartLines({ lines, currency, hide_price, refused }: Props) {
  const c = catalogue.use()
  /** Today's price of a line, when it is another than the one noted. */
  const changed = (l: CartLine): number | null => {
    const product = c.products.find((p) => p.id === l.product_id)
    const variation = product?.attributes.find((v) => specsKey(v.specs) === specsKey(l.selected_specs))
    const now =
      product && (product.attributes.length === 0 || variation) ? shownPrice(product, variation)?.now : undefined
    return now != null && parseCents(l.price) !== now ? now : null
  }
  return (
    <ul className="panel">
      {lines.map((l) => {
        const k = lineKey(l)
        const now = hide_price ? null : changed(l)
        const problem = refused.find((r) => lineKey({ ...r, selected_specs: r.specs }) === k)
        return (
          <li className="li" key={k}>
            <span className="ph t64">
              {l.product.foto1 ? (
                <img src={pictureAt(l.product.foto1, 160)} alt="" width="64" height="64" />
              ) : (
                <span className="none">
                  <Icon name="picture" />
                </span>
              )}
            </span>
            <div className="grow">
              <p className="sm b">{l.product.name}</p>
              <p className="xs t2">
                {[
                  specsLabel(l.selected_specs),
                  l.product.multiple > 1 && t('de {n} em {n}', { n: l.product.multiple }),
                  l.price && t('{v} cada', { v: showCents(cartCents(l.price), currency) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <div className="row between linefoot">
                <Stepper
                  small
                  name={[l.product.name, specsLabel(l.selected_specs)].filter(Boolean).join(', ')}
                  quantity={l.quantity}
                  rule={lineSteps(l.product, l.selected_specs)}
                  check={() => lineIssue(l, lines, l.product)}
                  onChange={(q) => {
                    const removed = setQuantity(k, q)
                    if (removed)
                      notify(t('{name} retirado.', { name: removed.name }), {
                        label: t('Desfazer'),
                        run: removed.bringBack,
                      })
                  }}
                />
                {l.total && <b className="nowrap">{showCents(cartCents(l.total), currency)}</b>}
              </div>
              {now !== null && (
                <p className="hint">
                  <span>
                    <Sentence
                      text={t('O preço mudou depois que você anotou: {was} → {now} ')}
                      parts={{
                        was: <del>{showCents(cartCents(l.price), currency)}</del>,
                        now: <b>{showCents(now, currency)}</b>,
                      }}
                    />
                    <button type="button" className="b linklike" onClick={() => acceptPrice(k, formatCents(now))}>
                      {t('Usar o novo')}
                    </button>
                  </span>
                </p>
              )}
              {problem && (
                <p className="hint err" role="alert">
                  <span>{problem.reason} </span>
                  <button type="button" className="b linklike" onClick={() => setQuantity(k, 0)}>
                    {t('Retirar')}
                  </button>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
