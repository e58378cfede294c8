import { useState } from 'react'
import { Link } from 'wouter'
import { addToCart, cart, setQuantity, lineKey } from '#features/carts/web/index.ts'
import type { Product } from '#features/products/contract.ts'
import { quantityIssue } from '#features/products/quantity.ts'
import { cardPrice, firstQuantity, shownPrice, soldOut } from '#features/products/rules.ts'
import { Price, productHref } from '#features/products/web/index.ts'
import { Stepper } from '#web/ui/Stepper.tsx'
import { showCents } from '#shared/money.ts'
import { say, t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { vendId } from '#web/session.ts'
import { choiceIssue } from './choices.ts'
import { Photos } from './Photos.tsx'
import { VariationGrid } from './VariationGrid.tsx'
import '#web/ui/Sheet.css'
import './ProductSheet.css'

interface Props {
  product: Product
  currency: string
  /** The company takes orders here. */
  orders: boolean
  askLink?: string | undefined
  /** The reader sells: it may be made a card of. */
  presents?: boolean
  onClose: () => void
}
export default function ProductSheet({ product, currency, orders, askLink, presents, onClose }: Props) {
  const inCart = cart.use()
  const [single, setSingle] = useState(firstQuantity(product))
  const [amounts, setAmounts] = useState<Record<number, number>>({})
  const priced = cardPrice(product)
  const varied = product.attributes.length > 0
  const chosen = product.attributes.filter((v) => (amounts[v.id] ?? 0) > 0)
  const pieces = varied ? chosen.reduce((n, v) => n + (amounts[v.id] ?? 0), 0) : single
  const sum = varied
    ? chosen.reduce((n, v) => n + (shownPrice(product, v)?.now ?? 0) * (amounts[v.id] ?? 0), 0)
    : (shownPrice(product)?.now ?? 0) * single
  const issue = varied ? choiceIssue(product, amounts, inCart) : pieces > 0 ? quantityIssue(pieces, product) : null
  const had = inCart.lines.filter((l) => l.product_id === product.id).reduce((n, l) => n + l.quantity, 0)
  const open = orders && !soldOut(product) && (priced === undefined || priced.now !== null)
  const add = () => {
    const before = new Map(inCart.lines.map((l) => [lineKey(l), l.quantity]))
    if (varied) for (const v of chosen) addToCart(product, v, amounts[v.id])
    else addToCart(product, undefined, single)
    notify(tn(pieces, '{n} peça no pedido.', '{n} peças no pedido.'), {
      label: t('Desfazer'),
      run: () => {
        for (const l of cart.get().lines)
          if (l.product_id === product.id) setQuantity(lineKey(l), before.get(lineKey(l)) ?? 0)
      },
    })
    onClose()
  }
  return (
    <Modal className="sheet" label={product.name} onClose={onClose}>
      <div className="body">
        <div className="photos">
          <Photos product={product} />
          <span className="over">
            <button type="button" className="ib" aria-label={t('Compartilhar')} onClick={() => void share(product)}>
              <Icon name="share" />
            </button>
            <button type="button" className="ib" aria-label={t('Fechar')} onClick={onClose}>
              <Icon name="close" />
            </button>
          </span>
        </div>
        <div className="page col g3">
          <div>
            <h2>{product.name}</h2>
            <p className="sm t2">
              {[product.code, product.entity && t('feito por {name}', { name: product.entity.name })]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <div className="big">
            <Price product={product} currency={currency} askLink={askLink} />
          </div>
          {presents && (
            <Link href={`/material?tipo=card&produtos=${product.id}`} className="btn sec small">
              <Icon name="picture" size="s" />
              {t('Divulgar')}
            </Link>
          )}
          {!varied && product.stock !== null && product.stock > 0 && product.stock <= 20 && (
            <p className="sm t2">{t('restam {n}', { n: product.stock })}</p>
          )}
          {soldOut(product) && (
            <p className="note">{t('Este produto acabou. Fale com a empresa para saber quando volta.')}</p>
          )}
          {varied && open && (
            <section>
              <div className="row between sm">
                <h3 className="sm">{Object.keys(product.attributes[0]?.specs ?? {}).join(t(' e '))}</h3>
                {product.multiple > 1 && (
                  <span className="t2">{t('de {n} em {n} peças', { n: product.multiple })}</span>
                )}
              </div>
              <VariationGrid
                product={product}
                currency={currency}
                amounts={amounts}
                onAmount={(v, q) => setAmounts((a) => ({ ...a, [v.id]: q }))}
              />
            </section>
          )}
          {!varied && open && (
            <div className="row between">
              <span className="sm t2">{had > 0 ? t('{n} já no pedido', { n: had }) : t('Quantidade')}</span>
              <Stepper
                name={product.name}
                quantity={single}
                rule={product}
                check={(q) => quantityIssue(q, product)}
                onChange={(q) => setSingle(Math.max(0, q))}
              />
            </div>
          )}
          {varied && issue && (
            <p className="hint err" role="alert">
              {say(issue.message)}
            </p>
          )}
          {product.description && <p className="pre">{product.description}</p>}
          {product.additional_text && <p className="pre sm t2">{product.additional_text}</p>}
          {product.tags.length > 0 && <p className="sm t2">{product.tags.join(' · ')}</p>}
        </div>
      </div>
      {open && (
        <div className="foot">
          <button type="button" className="go" disabled={pieces <= 0 || issue !== null} onClick={add}>
            <span className="grow">
              {pieces > 0 ? tn(pieces, 'Adicionar {n} peça', 'Adicionar {n} peças') : t('Escolha a quantidade')}
            </span>
            {priced && pieces > 0 && <b>{showCents(sum, currency)}</b>}
          </button>
        </div>
      )}
    </Modal>
  )
}
async function share(product: Product): Promise<void> {
  const vend = vendId()
  const url = `${location.origin}${productHref(product)}${vend ? `&vend=${vend}` : ''}`
  try {
    if (navigator.share) await navigator.share({ title: product.name, url })
    else {
      await navigator.clipboard.writeText(url)
      notify(t('Link copiado.'))
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') notify(t('Não foi possível copiar o link.'))
  }
}
