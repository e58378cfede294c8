import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Product } from '../../contract.ts'
import { calledBy } from '../../rules.ts'

/** Where a stored product can be looked at as readers see it, and copied. */
export function Elsewhere({ product }: { product: Product }) {
  const code = encodeURIComponent(calledBy(product))
  return (
    <>
      <Link className="btn sec small" href={`/dashboard/products?view=vitrine&product_code=${code}`}>
        <Icon name="eye" />
        {t('Ver na vitrine')}
      </Link>
      <Link className="btn sec small" href={`/dashboard/products/new?copy=${product.id}`}>
        <Icon name="copy" />
        {t('Copiar')}
      </Link>
    </>
  )
}
