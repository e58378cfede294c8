import { memo } from 'react'
import { Photo } from '#features/images/web/index.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Product } from '../contract.ts'
import { calledBy, cardPrice, soldOut } from '../rules.ts'

export interface CardContext {
  currency: string
  /** False: no add button (the company takes no orders here). */
  orders: boolean
  onAdd: (product: Product) => void
  /** Takes some of what is in the cart out again. */
  onLess?: ((product: Product) => void) | undefined
  /** Link of "Sob consulta", when somebody answers. */
  askLink?: ((product: Product) => string | undefined) | undefined
}
export const productHref = (p: { id: number; code: string }) =>
  `/dashboard/products?product_code=${encodeURIComponent(calledBy(p))}`

export function Price({
  product,
  currency,
  askLink,
}: {
  product: Product
  currency: string
  askLink?: string | undefined
}) {
  const price = cardPrice(product)
  if (!price) return null
  if (price.now === null) {
    return askLink ? (
      <a className="price ask" href={askLink} target="_blank" rel="noreferrer">
        {t('Sob consulta')}
      </a>
    ) : (
      <p className="price ask">{t('Sob consulta')}</p>
    )
  }
  return (
    <p className={`price${price.was !== null ? ' promo' : ''}`}>
      {price.from && <span className="from">{t('a partir de')} </span>}
      {price.was !== null && <span className="sr">{t('por')} </span>}
      {showCents(price.now, currency)}
      {price.was !== null && (
        <del className="was">
          <span className="sr">{t('de')} </span>
          {showCents(price.was, currency)}
        </del>
      )}
    </p>
  )
}
/** "CB-300 · mín. 6" */
function meta(p: Product): string {
  const kinds = p.attributes.length ? t('{n} opções', { n: p.attributes.length }) : ''
  const rule =
    p.multiple > 1
      ? t('de {n} em {n}', { n: p.multiple })
      : p.min_quantity > 1
        ? t('mín. {n}', { n: p.min_quantity })
        : ''
  return [p.code, soldOut(p) ? t('acabou') : kinds, rule].filter(Boolean).join(' · ')
}

/** Drawn again only when its product or the cart changes: lists of thousands scroll past. */
export const ProductCard = memo(function ProductCard({
  product,
  eager,
  inCart,
  context,
}: {
  product: Product
  eager: boolean
  inCart: number
  context: CardContext
}) {
  const gone = soldOut(product)
  const price = cardPrice(product)
  /** Of one with choices the sheet says how many of which. */
  const steps = inCart > 0 && product.attributes.length === 0 && context.onLess !== undefined
  const addable = context.orders && !gone && (price === undefined || price.now !== null)
  return (
    <article className={`card${gone ? ' soldout' : ''}`}>
      <div className="square">
        <span className="ph">
          <Photo
            path={product.foto1}
            ready={product.images[0]?.ready ?? false}
            eager={eager}
            sizes="(min-width: 960px) 220px, 34vw"
          />
          {gone ? (
            <span className="tag">{t('Esgotado')}</span>
          ) : (
            price?.was != null && <span className="tag promo">{t('Promoção')}</span>
          )}
        </span>
        {addable && (
          <span className={`buy${inCart ? ' has' : ''}`}>
            {steps && (
              <>
                <button
                  type="button"
                  aria-label={t('Tirar {n} de {name}', { n: Math.max(1, product.multiple), name: product.name })}
                  onClick={() => context.onLess?.(product)}
                >
                  <Icon name="minus" size="s" />
                </button>
                <span aria-hidden="true">{inCart}</span>
              </>
            )}
            <button
              type="button"
              className="add"
              aria-label={
                inCart
                  ? t('{name}: {n} no pedido. Adicionar mais', { name: product.name, n: inCart })
                  : t('Adicionar {name}', { name: product.name })
              }
              onClick={() => context.onAdd(product)}
            >
              {inCart && !steps ? inCart : <Icon name="plus" />}
            </button>
          </span>
        )}
      </div>
      <h3>
        <a className="name" href={productHref(product)}>
          {product.name}
        </a>
      </h3>
      <p className="meta">{meta(product)}</p>
      <Price product={product} currency={context.currency} askLink={context.askLink?.(product)} />
    </article>
  )
})
