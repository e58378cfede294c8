// The order pad of whoever sells: whom it is for on top, one field for the next item, the order beneath it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { cart, cartTotals, setDiscount, setQuantity } from '#features/carts/web/index.ts'
import { readHabits } from '#features/clients/contract.ts'
import { useKeptHabits } from '#features/clients/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { ForeseenRow, useForeseen } from '#features/commissions/web/index.ts'
import { deepestDiscount, discountLimit } from '#features/orders/rules.ts'
import { lineIssue } from '#features/products/quantity.ts'
import { firstQuantity, specsLabel } from '#features/products/rules.ts'
import { cartCents, showCents, showShare } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { Queries } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import type { Amounts } from '../grid.ts'
import type { Usual } from '../rules.ts'
import type { Choice } from '../shelf.ts'
import { Closers } from './Closers.tsx'
import { Entry } from './Entry.tsx'
import { askCode, useGoods } from './goods.ts'
import { Lines, Share } from './Lines.tsx'
import { keyOfChoice, piecesOfChoice, putLines } from './lines.ts'
import { type FindLine, Previous } from './Previous.tsx'
import '#web/styles/kit.css'
import './PadPage.css'

const GridDialog = lazy(() => import('./GridDialog.tsx'))
const PasteDialog = lazy(() => import('./PasteDialog.tsx'))
const ScanDialog = lazy(() => import('./ScanDialog.tsx'))

interface Props {
  level: number
  company: Company
  /** The most this seller may give, basis points; null: the company's. */
  own_limit: number | null
  /** Who earns a commission; null: nobody does, or nobody here may know. */
  earner: number | null
  currency: string
  hide_price: boolean
  findLine: FindLine
  /** For whom the order is, and the way to another. */
  strip: ReactNode
  /** What has to be known of that client. */
  standing: ReactNode
}
export default function PadPage(props: Props) {
  return (
    <Queries>
      <Pad {...props} />
    </Queries>
  )
}
const NOTHING: Usual[] = []
function Pad({ level, company, own_limit, earner, currency, hide_price, findLine, strip, standing }: Props) {
  const c = cart.use()
  const goods = useGoods()
  const client = c.buyer.kind === 'client' ? c.buyer.id : null
  const sold = useCallback((id: number) => goods.byId.has(id), [goods])
  const here = useKeptHabits(client, sold)
  const asked = useQuery({
    queryKey: ['habits', client],
    queryFn: () => call(readHabits, { params: { id: client as number } }),
    enabled: client !== null && here === null,
  })
  const habits = here ?? asked.data
  const [dialog, setDialog] = useState<'paste' | 'scan' | Choice | null>(null)
  const [ready, setReady] = useState(1)
  const usual = habits?.usual ?? NOTHING
  const discount_bp = Math.min(10_000, Math.max(0, cartCents(c.discount)))
  const sum = cartTotals(c, discount_bp)
  const foreseen = useForeseen({ company, seller_id: earner, currency, discount_bp })
  const limit = discountLimit(level, own_limit, company.discount_limit ?? null)
  const deepest = deepestDiscount(
    c.lines.map((l) => ({ discount_bp: cartCents(l.discount ?? '') })),
    discount_bp,
  )
  const unsound = c.lines.some((l) => {
    const product = goods.byId.get(l.product_id)
    return product !== undefined && lineIssue(l, c.lines, product) !== null
  })
  const next = () => {
    setDialog(null)
    setReady((n) => n + 1)
  }
  const add = (choice: Choice, quantity: number) => putLines([{ ...choice, quantity }])
  const fill = (choice: Choice, amounts: Amounts) => {
    const back = putLines([])
    for (const variation of choice.product.attributes) {
      const one = { product: choice.product, variation }
      const [was, now] = [piecesOfChoice(one), amounts[variation.id] ?? 0]
      if (was === now) continue
      if (now === 0) setQuantity(keyOfChoice(one), 0)
      else putLines([{ ...one, quantity: now }], true)
    }
    next()
    notify(t('{name} no pedido.', { name: choice.product.name }), { label: t('Desfazer'), run: back })
  }
  /** What a scanned code names goes to its quantity, as if it had been typed. */
  const scanned = async (code: string): Promise<boolean> => {
    const here = goods.exactly(code)
    const [only, other] = here.length > 0 || goods.complete ? here : [await askCode(code)]
    // Another order was opened meanwhile.
    if (!only || other || cart.get().cart_id !== c.cart_id) return false
    if (only.product.attributes.length > 0 && !only.variation) setDialog(only)
    else {
      const quantity = firstQuantity(only.product)
      const back = putLines([{ ...only, quantity }])
      const name = [only.product.name, only.variation && specsLabel(only.variation.specs)].filter(Boolean).join(', ')
      next()
      notify(t('{n} × {name} no pedido.', { n: quantity, name }), { label: t('Desfazer'), run: back })
    }
    return true
  }
  return (
    <div className="page op">
      {strip}
      <div className="head">
        <h1>{t('Tirar pedido')}</h1>
        <button type="button" className="btn sec small" onClick={() => setDialog('paste')}>
          <Icon name="copy" />
          {t('Colar pedido')}
        </button>
        <button type="button" className="ib" aria-label={t('Ler código de barras')} onClick={() => setDialog('scan')}>
          <Icon name="bars" />
        </button>
      </div>
      {standing}
      {!goods.complete && (
        <p className="note" role="status">
          {t('O catálogo não está inteiro neste aparelho: a busca pergunta ao servidor.')}
        </p>
      )}
      <div className="op-columns">
        <div className="col g4">
          <Entry
            goods={goods}
            usual={usual}
            currency={currency}
            hide_price={hide_price}
            ready={ready}
            onAdd={add}
            onOpen={setDialog}
          />
          {c.lines.length > 0 ? (
            <Lines
              goods={goods}
              usual={usual}
              currency={currency}
              hide_price={hide_price}
              earned={foreseen === 'unknown' ? null : foreseen}
              onNext={next}
            />
          ) : (
            <Empty icon="edit">
              <p>{t('Digite um código ou parte do nome, Enter, a quantidade, Enter.')}</p>
            </Empty>
          )}
        </div>
        <aside className={`col g4${c.lines.length > 0 ? '' : ' op-first'}`}>
          {!hide_price && (
            <>
              <Closers
                company={company}
                currency={currency}
                goods={goods}
                usual={usual}
                first={c.buyer.kind === 'person' || habits?.last_at === null}
                total={sum.total - sum.freight}
                onAdd={add}
              />
              {c.lines.length > 0 && (
                <section className="panel pad" aria-label={t('Resumo')}>
                  <dl>
                    <div className="kv">
                      <dt>{tn(sum.pieces, '{n} peça', '{n} peças')}</dt>
                      <dd>{showCents(sum.subtotal, currency)}</dd>
                    </div>
                    {sum.discount > 0 && (
                      <div className="kv">
                        <dt>{t('Desconto')}</dt>
                        <dd>−{showCents(sum.discount, currency)}</dd>
                      </div>
                    )}
                    {sum.freight > 0 && (
                      <div className="kv">
                        <dt>{t('Frete')}</dt>
                        <dd>{showCents(sum.freight, currency)}</dd>
                      </div>
                    )}
                    <div className="kv tot">
                      <dt>{t('Total')}</dt>
                      <dd>{showCents(sum.total, currency)}</dd>
                    </div>
                  </dl>
                  <div className="row between op-whole">
                    <span className="sm">{t('Desconto do pedido')}</span>
                    <Share name="" value={c.discount} onSet={setDiscount} />
                  </div>
                  <ForeseenRow foreseen={foreseen} />
                  {limit !== null && deepest > limit && (
                    <p className="note warn" role="status">
                      {t('Desconto de até {p}% em um item: acima de {n}% o pedido vai para aprovação.', {
                        p: showShare(deepest),
                        n: showShare(limit),
                      })}
                    </p>
                  )}
                </section>
              )}
            </>
          )}
          {asked.error && !habits ? (
            <Failed
              what={t('Não conseguimos ler o que este cliente costuma levar.')}
              error={asked.error}
              retry={() => void asked.refetch()}
            />
          ) : (
            <Previous
              company={company.id}
              orders={habits?.last_orders ?? []}
              findLine={findLine}
              currency={currency}
              hide_price={hide_price}
            />
          )}
        </aside>
      </div>
      {c.lines.length > 0 && (
        <section className="cartbar" aria-label={t('Resumo do pedido')}>
          <div className="wide">
            <p className="row between grow">
              <span className="t2">{tn(c.lines.length, '{n} item', '{n} itens')}</span>
              <b className="total">
                {hide_price ? tn(sum.pieces, '{n} peça', '{n} peças') : showCents(sum.total, currency)}
              </b>
            </p>
            {unsound ? (
              <button type="button" className="go" disabled>
                {t('Há quantidades para acertar')}
              </button>
            ) : (
              <Link href="/dashboard/shoppingcart" className="go">
                {t('Revisar e enviar')}
              </Link>
            )}
          </div>
        </section>
      )}
      <Suspense>
        {dialog === 'paste' && (
          <PasteDialog
            goods={goods}
            currency={currency}
            hide_price={hide_price}
            onClose={next}
            onDone={(lines) => {
              const back = putLines(lines)
              next()
              notify(tn(lines.length, '{n} item no pedido.', '{n} itens no pedido.'), {
                label: t('Desfazer'),
                run: back,
              })
            }}
          />
        )}
        {dialog === 'scan' && <ScanDialog onClose={next} onCode={scanned} />}
        {dialog !== null && typeof dialog === 'object' && (
          <GridDialog
            key={dialog.product.id}
            product={dialog.product}
            variation={dialog.variation}
            usual={usual}
            currency={currency}
            hide_price={hide_price}
            onClose={next}
            onDone={(amounts) => fill(dialog, amounts)}
          />
        )}
      </Suspense>
    </div>
  )
}
