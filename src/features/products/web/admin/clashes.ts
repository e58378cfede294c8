// What two people changed at once in a product, in words.
import { categories } from '#features/categories/web/index.ts'
import { t } from '#web/i18n.ts'
import type { Clash } from '#web/ui/ConflictDialog.tsx'
import type { Conflict, Form } from '#web/useForm.ts'
import { LABELS } from '../../contract.ts'
import { specsKey, specsLabel } from '../../rules.ts'
import { catalogue } from '../catalogue.ts'
import type { Values } from './values.ts'
import type { TypedVariation } from './VariationEditor.tsx'

/** Every field that was changed on both sides; of variations each one that differs. */
export function clashesOf(
  { fields }: Conflict<Values>,
  { base, values }: Pick<Form<Values>, 'base' | 'values'>,
): Clash[] {
  return fields.flatMap((k) =>
    k === 'attributes'
      ? variationClashes(base.attributes, values.attributes)
      : [{ label: t(LABELS[k]), theirs: words(k, base), mine: words(k, values) }],
  )
}
function words(key: keyof Values, from: Values): string {
  const value = from[key]
  if (typeof value === 'boolean') return value ? t('Sim') : t('Não')
  if (key === 'entity_id') return makerName(from.entity_id)
  if (key === 'categories') return categoryNames(from.categories)
  return Array.isArray(value) ? value.join(', ') : String(value)
}
const categoryNames = (ids: number[]) => {
  const all = categories.get().rows.flatMap((c) => [c, ...c.sub_categories])
  return ids.map((id) => all.find((c) => c.id === id)?.name ?? `${id}`).join(', ')
}
const makerName = (id: string) => catalogue.get().kept.find((p) => String(p.entity_id) === id)?.entity?.name ?? id
function variationClashes(theirs: TypedVariation[], mine: TypedVariation[]): Clash[] {
  const find = (list: TypedVariation[], key: string) => list.find((v) => specsKey(v.specs) === key)
  const keys = [...new Set([...theirs, ...mine].map((v) => specsKey(v.specs)))]
  return keys.flatMap((key) => {
    const [a, b] = [find(theirs, key), find(mine, key)]
    return line(a) === line(b) ? [] : [{ label: specsLabel((a ?? b)?.specs ?? {}), theirs: line(a), mine: line(b) }]
  })
}
const line = (v: TypedVariation | undefined) =>
  v
    ? [
        [t('Preço'), v.price],
        [t('Acréscimo'), v.surcharge],
        [t('Código'), v.code],
        [t('Código de barras'), v.ean],
        [t('Estoque'), v.stock],
      ]
        .flatMap(([label, value]) => (value ? [`${label} ${value}`] : []))
        .join(' · ') || t('sem preço próprio')
    : t('retirada')
