// What an order of before had, as it is sold now.
import type { Order } from '#features/orders/contract.ts'
import { readProduct } from '#features/products/contract.ts'
import { specsKey } from '#features/products/rules.ts'
import { catalogue } from '#features/products/web/index.ts'
import { call, orNone } from '#web/api.ts'
import { vendId } from '#web/session.ts'

/** Not there: it is sold no more. Not known, without a network and without the whole catalogue here: that is said. */
export async function findLine(line: Pick<Order['lines'][number], 'product_id' | 'specs'>) {
  const { complete, products, client_id } = catalogue.get()
  const product =
    products.find((p) => p.id === line.product_id) ??
    (complete
      ? null
      : await orNone(call(readProduct, { params: { id: line.product_id }, query: { seller_id: vendId(), client_id } })))
  return { product, variation: product?.attributes.find((v) => specsKey(v.specs) === specsKey(line.specs)) }
}
