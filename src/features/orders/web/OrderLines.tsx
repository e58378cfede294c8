import { pictureAt } from '#shared/picture.ts'
import { specsLabel } from '#features/products/rules.ts'
import { showCents, showShare } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Order, OrderLine } from '../contract.ts'
import './OrderLines.css'

function Thumb({ path }: { path: string }) {
  return (
    <span className="ph t40">
      {path ? (
        <img src={pictureAt(path, 160)} alt="" width="40" height="40" loading="lazy" />
      ) : (
        <span className="none">
          <Icon name="picture" size="s" />
        </span>
      )}
    </span>
  )
}
/** The lines of an order with what they come to; without prices where none came. */
export function OrderLines({
  order,
}: {
  order: Pick<Order, 'lines' | 'currency' | 'subtotal' | 'discount' | 'freight' | 'total' | 'items_count'>
}) {
  const priced = order.total !== undefined
  const money = (v: number | undefined) => (v === undefined ? '' : showCents(v, order.currency))
  return (
    <div className="goods">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{t('Produto')}</th>
            <th scope="col" className="num">
              {t('Qtd.')}
            </th>
            {priced && (
              <>
                <th scope="col" className="num widecell">
                  {t('Preço')}
                </th>
                <th scope="col" className="num">
                  {t('Total')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {order.lines.map((l: OrderLine, i) => {
            const off = priced && l.discount_percent > 0 && t('desconto de {p}%', { p: showShare(l.discount_percent) })
            const about = [l.code, specsLabel(l.specs), off].filter(Boolean).join(' · ')
            return (
              <tr key={i}>
                <td>
                  <span className="row">
                    <Thumb path={l.photo} />
                    <span className="grow">
                      {l.name}
                      <br />
                      <small className="xs t2">
                        {about}
                        {priced && (
                          <span className="narrowcell">
                            {about && ' · '}
                            {money(l.price)}
                          </span>
                        )}
                      </small>
                    </span>
                  </span>
                </td>
                <td className="num">{l.quantity.toLocaleString('pt-BR')}</td>
                {priced && (
                  <>
                    <td className="num nowrap widecell">{money(l.price)}</td>
                    <td className="num nowrap b">{money(l.total)}</td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      <dl className="sums">
        <div className="kv">
          <dt>{tn(order.items_count, '{n} peça', '{n} peças')}</dt>
          <dd>{money(order.subtotal)}</dd>
        </div>
        {(order.discount ?? 0) > 0 && (
          <div className="kv">
            <dt>{t('Desconto')}</dt>
            <dd>−{money(order.discount)}</dd>
          </div>
        )}
        {(order.freight ?? 0) > 0 && (
          <div className="kv">
            <dt>{t('Frete')}</dt>
            <dd>{money(order.freight)}</dd>
          </div>
        )}
        {priced && (
          <div className="kv tot">
            <dt>{t('Total')}</dt>
            <dd>{money(order.total)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
