import type { Category } from '#features/categories/contract.ts'
import { Photo } from '#features/images/web/index.ts'
import { showWhole } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** The search field, as it stands in the bar on desktops and under it on phones. `onSeek`: somebody is at it. */
export function SearchField({
  value,
  onChange,
  onSeek,
}: {
  value: string
  onChange?: (text: string) => void
  onSeek?: (here: boolean) => void
}) {
  return (
    <label className="search">
      <Icon name="search" size="s" />
      <span className="sr">{t('Buscar por nome ou código')}</span>
      <input
        type="search"
        enterKeyHint="search"
        placeholder={t('Buscar por nome ou código')}
        value={value}
        onChange={(e) => onChange?.(e.target.value)}
        onFocus={() => onSeek?.(true)}
        onBlur={() => onSeek?.(false)}
      />
      {value && (
        <button type="button" aria-label={t('Limpar a busca')} onClick={() => onChange?.('')}>
          <Icon name="close" size="s" />
        </button>
      )}
    </label>
  )
}
/** On phones, what narrows the list stands behind a button that says how much of it is in use. */
export function FilterButton({ used, onOpen }: { used: number; onOpen?: () => void }) {
  return (
    <button
      type="button"
      className="ib"
      aria-label={used ? t('Filtros, {n} em uso', { n: used }) : t('Filtros')}
      onClick={onOpen}
    >
      <Icon name="filter" />
      {used > 0 && <span className="n">{used}</span>}
    </button>
  )
}
/** Categories as tiles; pressed again, one lets go. */
export function CategoryTiles({
  categories,
  chosen,
  drawn = 1000,
  onChoose,
}: {
  categories: Category[]
  chosen: number | null
  drawn?: number
  onChoose?: (id: number | null) => void
}) {
  if (categories.length === 0) return null
  return (
    <nav className="tiles" aria-label={t('Categorias')}>
      {categories.map((c, i) => (
        <button
          type="button"
          className="tile"
          key={c.id}
          aria-pressed={chosen === c.id}
          onClick={() => onChoose?.(chosen === c.id ? null : c.id)}
        >
          <span className="ph">
            <Photo path={c.image} ready={i < drawn} />
          </span>
          <span className="nm">{c.name}</span>
        </button>
      ))}
    </nav>
  )
}
/** `busy`: the list below is not yet the answer to what is asked. */
export function ListTitle({ title, total, busy = false }: { title: string; total: number; busy?: boolean }) {
  return (
    <h2 className="grow clip" aria-busy={busy}>
      {title} <small className="sm t2">{showWhole(total)}</small>
    </h2>
  )
}
