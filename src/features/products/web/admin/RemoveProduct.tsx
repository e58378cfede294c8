import { useState } from 'react'
import { useLocation } from 'wouter'
import { asFailure, call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { deleteProduct, type Product } from '../../contract.ts'
import { productsChanged } from './changes.ts'

/** The last thing on a product's form: take it out of the catalogue, after a question. */
export function RemoveProduct({ product }: { product: Product }) {
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    try {
      await call(deleteProduct, { params: { id: product.id } })
      productsChanged()
      notify(t('{name} foi excluído.', { name: product.name }))
      navigate('/dashboard/products')
    } catch (failure) {
      notify(asFailure(failure).message)
    }
  }
  return (
    <section className="sect">
      <button type="button" className="btn danger self-start" onClick={() => setAsking(true)}>
        <Icon name="bin" />
        {t('Excluir produto')}
      </button>
      {asking && (
        <Confirm
          title={t('Excluir {name}?', { name: product.name })}
          text={t('Sai do catálogo agora. Pedidos antigos ficam como estão.')}
          danger
          onClose={() => setAsking(false)}
          onConfirm={() => remove()}
        />
      )}
    </section>
  )
}
