// The list as a show for the customer at the counter: one product fills the screen, a swipe brings the next, prices go
// with one tap, pieces are added without leaving.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { addToCart, cart, lineKey, quantities, setQuantity } from '#features/carts/web/index.ts'
import type { Product } from '#features/products/contract.ts'
import { quantityIssue } from '#features/products/quantity.ts'
import { cardPrice, soldOut } from '#features/products/rules.ts'
import { Price } from '#features/products/web/index.ts'
import { pictureAt } from '#shared/picture.ts'
import { say, t, tn } from '#web/i18n.ts'
import { createStore } from '#web/store.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { choiceIssue } from './choices.ts'
import { VariationGrid } from './VariationGrid.tsx'
import './Presentation.css'

interface Props {
  products: Product[]
  /** How many there are in all; `onNearEnd` brings more of them. */
  total: number
  currency: string
  orders: boolean
  onNearEnd: () => void
  onClose: () => void
}
/** Whether prices are hidden from who looks on: stays so on this device until it is switched back. */
const KEPT = 'mo_present_prices'
const priceless = createStore(localStorage.getItem(KEPT) === 'hidden', (hidden) =>
  localStorage.setItem(KEPT, hidden ? 'hidden' : 'shown'),
)
/** Slides beside the one that is seen, drawn ahead. */
const AHEAD = 2

export default function Presentation({ products, total, currency, orders, onNearEnd, onClose }: Props) {
  const film = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const hidden = priceless.use()
  const pieces = quantities(cart.use())
  const inOrder = [...pieces.values()].reduce((n, q) => n + q, 0)
  const last = Math.min(at, products.length - 1)
  useEffect(() => {
    if (last >= products.length - 6 && products.length < total) onNearEnd()
  }, [last, products.length, total, onNearEnd])
  const go = (i: number) =>
    film.current?.scrollTo({
      left: Math.max(0, Math.min(i, products.length - 1)) * film.current.clientWidth,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })
  const arrow = useEffectEvent((e: KeyboardEvent) => {
    if ((e.target as HTMLElement).tagName === 'INPUT' || document.querySelectorAll('dialog[open]').length > 1) return
    if (e.key === 'ArrowRight') go(last + 1)
    if (e.key === 'ArrowLeft') go(last - 1)
  })
  useEffect(() => {
    const turn = (e: KeyboardEvent) => arrow(e)
    addEventListener('keydown', turn)
    return () => removeEventListener('keydown', turn)
  }, [])
  return (
    <Modal className="present" label={t('Apresentação')} onClose={onClose}>
      <header>
        <button type="button" className="ib" aria-label={t('Sair da apresentação')} onClick={onClose}>
          <Icon name="close" />
        </button>
        <span className="sm grow" aria-live="polite">
          {t('{n} de {m}', { n: last + 1, m: total })}
          {inOrder > 0 && ` · ${tn(inOrder, '{n} peça no pedido', '{n} peças no pedido')}`}
        </span>
        <button type="button" className="it" aria-pressed={hidden} onClick={() => priceless.set((h) => !h)}>
          <Icon name="eye" size="s" />
          {t('Esconder preços')}
        </button>
      </header>
      <div
        className="film"
        ref={film}
        onScroll={(e) => setAt(Math.round(e.currentTarget.scrollLeft / Math.max(1, e.currentTarget.clientWidth)))}
      >
        {products.map((p, i) => (
          <section key={p.id} aria-label={p.name} inert={i !== last}>
            {Math.abs(i - last) <= AHEAD && (
              <Slide product={p} had={pieces.get(p.id) ?? 0} hidden={hidden} currency={currency} orders={orders} />
            )}
          </section>
        ))}
      </div>
      <nav aria-label={t('Produtos')}>
        <button
          type="button"
          className="ib"
          disabled={last <= 0}
          aria-label={t('Anterior')}
          onClick={() => go(last - 1)}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          className="ib"
          disabled={last >= products.length - 1}
          aria-label={t('Próximo')}
          onClick={() => go(last + 1)}
        >
          <Icon name="right" />
        </button>
      </nav>
    </Modal>
  )
}
interface SlideProps {
  product: Product
  /** Pieces of it in the order. */
  had: number
  hidden: boolean
  currency: string
  orders: boolean
}
function Slide({ product, had, hidden, currency, orders }: SlideProps) {
  const photos = product.images.filter((i) => i.ready)
  const [photo, setPhoto] = useState(0)
  const [choosing, setChoosing] = useState(false)
  const shown = photos[Math.min(photo, photos.length - 1)]
  const priced = cardPrice(product)
  const open = orders && !soldOut(product) && (priced === undefined || priced.now !== null)
  const varied = product.attributes.length > 0
  const line = cart.get().lines.find((l) => l.product_id === product.id)
  return (
    <>
      <figure>
        {shown ? (
          <img src={pictureAt(shown.path, 1600)} alt={product.name} />
        ) : (
          <span className="none">
            <Icon name="picture" />
          </span>
        )}
      </figure>
      {photos.length > 1 && (
        <div className="dots">
          {photos.map((p, i) => (
            <button
              type="button"
              key={p.slot}
              aria-label={t('Foto {n} de {m}', { n: i + 1, m: photos.length })}
              aria-current={i === photo}
              onClick={() => setPhoto(i)}
            />
          ))}
        </div>
      )}
      <footer>
        <div className="grow">
          <h2>{product.name}</h2>
          <span className="sm">{product.code}</span>
          {!hidden && (
            <div className="big">
              <Price product={product} currency={currency} />
            </div>
          )}
        </div>
        {open && !varied && (
          <Stepper
            name={product.name}
            quantity={had}
            rule={product}
            check={(q) => quantityIssue(q, product)}
            onChange={(q) => (line ? setQuantity(lineKey(line), q) : q > 0 && addToCart(product, undefined, q))}
          />
        )}
        {open && varied && (
          <button type="button" className="btn pri" onClick={() => setChoosing(true)}>
            <Icon name="plus" />
            {had > 0 ? t('{n} no pedido', { n: had }) : t('Escolher')}
          </button>
        )}
      </footer>
      {choosing && <Choices product={product} hidden={hidden} currency={currency} onClose={() => setChoosing(false)} />}
    </>
  )
}
/** The choices of a product, over the show. */
function Choices({ product, hidden, currency, onClose }: Omit<SlideProps, 'had' | 'orders'> & { onClose: () => void }) {
  const [amounts, setAmounts] = useState<Record<number, number>>({})
  const seen = useMemo(() => (hidden ? withoutPrices(product) : product), [product, hidden])
  const pieces = Object.values(amounts).reduce((n, q) => n + q, 0)
  const issue = choiceIssue(product, amounts, cart.use())
  const add = () => {
    for (const v of product.attributes) if ((amounts[v.id] ?? 0) > 0) addToCart(product, v, amounts[v.id])
    onClose()
  }
  return (
    <Modal className="dialog" label={product.name} onClose={onClose}>
      <h2>{product.name}</h2>
      <VariationGrid
        product={seen}
        currency={currency}
        amounts={amounts}
        onAmount={(v, q) => setAmounts((a) => ({ ...a, [v.id]: q }))}
      />
      {issue && (
        <p className="hint err" role="alert">
          {say(issue.message)}
        </p>
      )}
      <div className="row end">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Cancelar')}
        </button>
        <button type="button" className="btn pri" disabled={pieces <= 0 || issue !== null} onClick={add}>
          {pieces > 0 ? tn(pieces, 'Adicionar {n} peça', 'Adicionar {n} peças') : t('Escolha a quantidade')}
        </button>
      </div>
    </Modal>
  )
}
function withoutPrices({ price: _a, price_promo: _b, ...product }: Product): Product {
  return {
    ...product,
    attributes: product.attributes.map(({ price: _c, price_promo: _d, surcharge: _e, ...v }) => v),
  }
}
