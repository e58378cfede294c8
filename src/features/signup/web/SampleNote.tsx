import { useQuery } from '@tanstack/react-query'
import { productsChanged } from '#features/products/web/admin/index.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import { countSamples, removeSamples } from '../contract.ts'

/** While sample products stand in the list, one tap takes them out. */
export function SampleNote() {
  const count = useQuery({ queryKey: ['products', 'samples'], queryFn: () => call(countSamples) })
  const many = count.data?.products ?? 0
  if (many === 0) return null
  const remove = async () => {
    await attempt(async () => {
      const { products } = await call(removeSamples)
      productsChanged()
      notify(tn(products, '{n} produto de exemplo saiu.', '{n} produtos de exemplo saíram.'))
    })
  }
  return (
    <div className="note row wrap between spacedown">
      <span>{tn(many, 'Há {n} produto de exemplo no catálogo.', 'Há {n} produtos de exemplo no catálogo.')}</span>
      <button type="button" className="btn sec small" onClick={() => void remove()}>
        {t('Retirar os exemplos')}
      </button>
    </div>
  )
}
