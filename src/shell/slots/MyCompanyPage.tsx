import Page from '#features/companies/web/MyCompanyPage.tsx'
import type { Company } from '#features/companies/contract.ts'
import { DataPart } from '#features/privacy/web/index.ts'
import { catalogue, ProductCard } from '#features/products/web/index.ts'
import { Activity } from '../Activity.tsx'

/** The company's form with its own products in the preview, its data and its activity. */
export default function MyCompanyPage({
  company,
  onSaved,
}: {
  company: Pick<Company, 'id' | 'path'>
  onSaved: () => void
}) {
  const slots = {
    data: <DataPart company={company.id} path={company.path} />,
    cards: (many: number, orders: boolean) => <Cards many={many} orders={orders} />,
    activity: <Activity company={company.id} />,
  }
  return <Page company={company.id} onSaved={onSaved} slots={slots} />
}
function Cards({ many, orders }: { many: number; orders: boolean }) {
  const { products } = catalogue.use()
  const context = { currency: 'BRL', orders, onAdd: () => {} } as const
  return products
    .slice(0, many)
    .map((p) => <ProductCard key={p.id} product={p} eager={false} inCart={0} context={context} />)
}
