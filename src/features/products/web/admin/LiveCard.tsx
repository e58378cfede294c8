import { parseCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { useDesk } from '#web/useDesk.ts'
import type { Product } from '../../contract.ts'
import { ProductCard } from '../ProductCard.tsx'
import type { Values } from './values.ts'

const whole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null)
const context = { currency: 'BRL', orders: true, onAdd: () => {} } as const
/** The product as it will stand in the catalogue, while it is typed; where there is room for it. */
export function LiveCard({ values: v, promo }: { values: Values; promo: boolean }) {
  if (!useDesk()) return null
  const cover = v.images[0] ?? ''
  const [price, lower] = [parseCents(v.price), promo ? parseCents(v.price_promo) : null]
  const product = {
    id: 0,
    name: v.name || t('Nome do produto'),
    code: v.code,
    price,
    price_promo: price !== null && lower !== null && lower > 0 && lower < price ? lower : null,
    attributes: v.attributes.map((a) => ({
      specs: a.specs,
      price: parseCents(a.price),
      surcharge: parseCents(a.surcharge) ?? 0,
      stock: whole(a.stock),
    })),
    foto1: cover,
    images: cover ? [{ path: cover, ready: true }] : [],
    stock: whole(v.stock),
    min_quantity: whole(v.min_quantity) ?? 1,
    multiple: whole(v.multiple) ?? 1,
  } as unknown as Product
  return (
    <aside className="livecard" aria-labelledby="livecard">
      <h2 className="sm" id="livecard">
        {t('Como seu cliente vê')}
      </h2>
      <div inert>
        <ProductCard product={product} eager inCart={0} context={context} />
      </div>
      {!v.active && <p className="sm t2">{t('Desligado, ninguém vê nem pede.')}</p>}
    </aside>
  )
}
