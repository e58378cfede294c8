import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Photo } from '#features/images/web/index.ts'
import { t, tn } from '#web/i18n.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { categories } from './index.ts'
import '#web/styles/kit.css'

/** `notice` stands above the categories. */
export default function CategoriesPage({ notice }: { notice?: ReactNode }) {
  const { rows, loaded, failed } = categories.use()
  const tops = rows.filter((c) => c.master_id === null)
  return (
    <div className="page">
      <div className="head">
        <h1>{t('Categorias')}</h1>
      </div>
      {notice}
      {!loaded && !failed && <Loading />}
      {!loaded && failed !== null && (
        <Failed what={t('Não conseguimos carregar as categorias.')} error={failed} retry={() => location.reload()} />
      )}
      {loaded && tops.length === 0 && (
        <Empty icon="grid">
          <p>{t('Este catálogo ainda não tem categorias.')}</p>
          <Link href="/dashboard/products" className="btn sec">
            {t('Ver produtos')}
          </Link>
        </Empty>
      )}
      <div className="grid">
        {tops.map((c) => (
          <article className="card" key={c.id}>
            <span className="ph">
              <Photo path={c.image} sizes="(min-width: 960px) 220px, 45vw" />
            </span>
            <h2>
              <Link className="name b" href={`/dashboard/products?category=${c.id}`}>
                {c.name}
              </Link>
            </h2>
            <p className="meta">
              {c.sub_categories.length
                ? c.sub_categories.map((s) => s.name).join(', ')
                : tn(c.products, '{n} produto', '{n} produtos')}
            </p>
          </article>
        ))}
      </div>
    </div>
  )
}
