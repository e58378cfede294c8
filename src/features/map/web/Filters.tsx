import { categories } from '#features/categories/web/index.ts'
import type { Seller } from '#features/companies/contract.ts'
import { SellerFilter } from '#features/companies/web/index.ts'
import { t } from '#web/i18n.ts'
import type { ListState } from '#web/useListState.ts'
import { SILENCES } from '../rules.ts'
import type { Filter } from './pins.ts'

/** What the address says of whom to show. */
export const filterOf = (shown: ListState): Filter => ({
  seller: shown.of('seller'),
  silence: shown.of('silent'),
  category: shown.of('category'),
  clientsOnly: shown.of('profiles') === '0',
})
const wordOf = (silence: (typeof SILENCES)[number]) =>
  silence === 'never' ? t('Nunca pediram') : t('Sem pedir há {n} dias', { n: silence })
/** Whose, how long without an order, who bought of what. */
export function Filters({ shown, admin, sellers }: { shown: ListState; admin: boolean; sellers: Seller[] }) {
  const { rows } = categories.use()
  const { seller, silence, category } = filterOf(shown)
  return (
    <div className="mapfilters">
      {admin && sellers.length > 0 && (
        <SellerFilter sellers={sellers} value={seller} onChange={(value) => shown.set({ seller: value })} />
      )}
      <select
        className="in"
        aria-label={t('Dias sem pedir')}
        value={silence}
        onChange={(e) => shown.set({ silent: e.target.value })}
      >
        <option value="">{t('Dias sem pedir')}</option>
        {SILENCES.map((s) => (
          <option key={s} value={s}>
            {wordOf(s)}
          </option>
        ))}
      </select>
      <select
        className="in"
        aria-label={t('Compraram da categoria')}
        value={category}
        onChange={(e) => shown.set({ category: e.target.value })}
      >
        <option value="">{t('Categoria')}</option>
        {rows.flatMap((c) => [
          <option key={c.id} value={c.id}>
            {c.name}
          </option>,
          ...c.sub_categories.map((s) => (
            <option key={s.id} value={s.id}>
              {`${c.name} › ${s.name}`}
            </option>
          )),
        ])}
      </select>
    </div>
  )
}
