// An order again: its lines with today's products and prices; what is gone is said.
import type { Specs } from '#features/products/contract.ts'
import { readProduct } from '#features/products/contract.ts'
import { soldOut, specsKey } from '#features/products/rules.ts'
import { catalogue } from '#features/products/web/index.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { addToCart } from './cart.ts'

/** Puts an order's lines into the cart; answers what happened, as a sentence. */
export async function addOrderToCart(order: { lines: { product_id: number; name: string; specs: Specs; quantity: number }[] }): Promise<string> {
  const missing: string[] = []
  let added = 0
  for (const line of order.lines) {
    const product = catalogue.get().products.find((p) => p.id === line.product_id) ?? (await call(readProduct, { params: { id: line.product_id } }).catch(() => null))
    const variation = product?.attributes.find((v) => specsKey(v.specs) === specsKey(line.specs))
    if (!product || !product.active || soldOut(product) || (product.attributes.length > 0 && !variation)) missing.push(line.name)
    else {
      addToCart(product, variation, line.quantity)
      added++
    }
  }
  const said = tn(added, '{n} item no pedido.', '{n} itens no pedido.')
  return missing.length ? `${said} ${t('Não há mais: {names}.', { names: missing.slice(0, 3).join(', ') })}` : said
}
