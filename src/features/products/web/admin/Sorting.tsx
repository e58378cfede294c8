import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { categories } from '#features/categories/web/index.ts'
import { PickChips } from '#web/ui/PickChips.tsx'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Tags } from '#web/ui/Tags.tsx'
import type { Form } from '#web/useForm.ts'
import { catalogue } from '../catalogue.ts'
import type { Values } from './values.ts'

/** The field of who made the product. */
export type MakerSlot = (field: {
  value: string
  error: string | undefined
  onChange: (id: string) => void
}) => ReactNode
interface Props {
  form: Pick<Form<Values>, 'values' | 'set' | 'error'>
  tags: boolean
  maker: MakerSlot
}
/** Where the product stands: tags, who made it, order. */
export function Sorting({ form: { values: v, set, error }, tags, maker }: Props) {
  const known = [...new Set(catalogue.use().kept.flatMap((p) => p.tags))]
  return (
    <section className="sect">
      <h2>{t('Onde aparece')}</h2>
      {(tags || v.tags.length > 0) && (
        <Tags label={t('Etiquetas')} value={v.tags} suggestions={known} onChange={(list) => set('tags', list)} />
      )}
      <div className="fields two">
        {maker({ value: v.entity_id, error: error('entity_id'), onChange: (id) => set('entity_id', id) })}
        <Field label={t('Ordem na vitrine')} error={error('order')} hint={t('Menor aparece antes; vazio, por último.')}>
          <input className="in" inputMode="numeric" value={v.order} onChange={(e) => set('order', e.target.value)} />
        </Field>
      </div>
    </section>
  )
}
/** The categories that a product is found in. */
export function PickCategories({ form: { values: v, set, error } }: Pick<Props, 'form'>) {
  const all = categories.use().rows
  const flat = all.flatMap((c) => [
    { id: c.id, name: c.name },
    ...c.sub_categories
      .filter((s) => !all.some((x) => x.id === s.id))
      .map((s) => ({ id: s.id, name: `${c.name} › ${s.name}` })),
  ])
  return flat.length > 0 ? (
    <fieldset>
      <legend className="b sm">{t('Categorias')}</legend>
      <PickChips
        options={flat}
        picked={v.categories}
        onPick={(ids) =>
          set(
            'categories',
            ids.toSorted((a, b) => a - b),
          )
        }
      />
      {error('categories') && <p className="hint err">{error('categories')}</p>}
    </fieldset>
  ) : (
    <p className="t2 sm">
      <Link href="/dashboard/categories">{t('Crie categorias para organizar a vitrine.')}</Link>
    </p>
  )
}
