import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { cart, quantities, stepDown, stepUp } from '#features/carts/web/index.ts'
import { categories, familyOf, withoutHidden } from '#features/categories/web/index.ts'
import type { Category } from '#features/categories/contract.ts'
import type { Product } from '#features/products/contract.ts'
import { asSold, calledBy, type CatalogueUses } from '#features/products/rules.ts'
import { renewDevice } from '#web/device/index.ts'
import { type CardContext, catalogue, typed } from '#features/products/web/index.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { useStill } from '#web/useStill.ts'
import { useListState } from '#web/useListState.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed } from '#web/ui/states.tsx'
import { CategoryTiles, FilterButton, ListTitle, SearchField } from './CatalogueHead.tsx'
import type { Near } from './Nothing.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { openInPlace, shutInPlace } from './inPlace.ts'
import { seek } from './seek.ts'
import { useOpened } from './useOpened.ts'
import { useProducts } from './useProducts.ts'
import type { Wish } from './wishes.ts'

const loadSheet = () => import('./ProductSheet.tsx')
const ProductSheet = lazy(loadSheet)
const Presentation = lazy(() => import('./Presentation.tsx'))
const Filters = lazy(() => import('./Filters.tsx'))
const Nothing = lazy(() => import('./Nothing.tsx'))

const ORDERS: { value: Wish['order']; label: string }[] = [
  { value: 'order', label: 'Destaques' },
  { value: 'newest', label: 'Mais novos' },
  { value: 'name', label: 'Nome' },
  { value: 'price', label: 'Menor preço' },
  { value: '-price', label: 'Maior preço' },
]
interface Props {
  currency: string
  hide_price: boolean
  orders: boolean
  planted: boolean
  /** The company's switches: what is used at all. */
  uses: CatalogueUses & { subs: boolean }
  /** Another function when somebody else answers: cards are drawn again then. */
  askLink?: ((product: Pick<Product, 'name' | 'code'>) => string) | undefined
  /** To whoever sells, with these words; absent where nobody answers. */
  chatHref?: ((words: string) => string) | undefined
  /** Shows the list to somebody at the counter. */
  presents?: boolean
  /** Stands above the list. */
  notice?: ReactNode
}
export function CataloguePage({
  currency,
  hide_price,
  orders,
  planted,
  uses,
  askLink,
  chatHref,
  presents,
  notice,
}: Props) {
  const [over, setOver] = useState<'filters' | 'presentation' | null>(null)
  // Who comes back from elsewhere finds the list, not what was open over it.
  useEffect(() => () => setOver(null), [])
  // The sheet is fetched once the list stands, so that the first tap finds it here.
  useEffect(() => {
    const timer = setTimeout(() => void loadSheet(), 2500)
    return () => clearTimeout(timer)
  }, [])
  const shown = useListState()
  const all = useCategories()
  const { tags: offered, client_id } = catalogue.use()
  const words = typed.use()
  // Asked for 300 ms after the last key, and only on change.
  const name = useDebounced(words)
  const category = Number(shown.of('category')) || null
  const tag = uses.tag_active ? shown.of('tag') : ''
  const promo = shown.of('promo') === '1'
  const order = (ORDERS.find((o) => o.value === shown.of('order'))?.value ?? 'order') as Wish['order']
  const wish = useMemo<Wish>(
    () => ({ name, category_id: category, tag, promo, order, client_id }),
    [name, category, tag, promo, order, client_id],
  )
  const family = useMemo(() => familyOf(all, category), [all, category])
  const found = useProducts(wish, family, planted)
  // An admin's products come as they are kept; the window shows them as buyers see them.
  const { tag_active, variations_active } = uses
  const sold = useMemo(
    () =>
      tag_active && variations_active
        ? found.rows
        : found.rows.map((p) => asSold(p, { tag_active, variations_active })),
    [found.rows, tag_active, variations_active],
  )
  const rows = useStill(sold)
  // The furniture above the list moves when the list does.
  const asked = useStill(name && !category)
  const c = cart.use()
  const pieces = useMemo(() => quantities(c), [c])
  // The same object until cards would show something else, so that they are not drawn again for nothing.
  const latest = useRef(shown.set)
  useEffect(() => {
    latest.current = shown.set
  })
  const context = useMemo<CardContext>(
    () => ({
      currency,
      orders,
      askLink,
      onAdd: (p) => (p.attributes.length ? latest.current({ product_code: calledBy(p) }) : stepUp(p)),
      onLess: stepDown,
    }),
    [currency, orders, askLink],
  )
  const chosen = all.find((x) => x.id === category)
  const sub = all.flatMap((x) => x.sub_categories).find((x) => x.id === category)
  const master = !uses.subs
    ? undefined
    : chosen?.sub_categories.length
      ? chosen
      : all.find((x) => x.sub_categories.some((s) => s.id === category))
  const tops = all.filter((x) => x.master_id === null && x.products > 0)
  const tags = uses.tag_active ? offered : []
  const code = shown.of('product_code')
  const named = useOpened(code)
  const opened = named && asSold(named, uses)
  const close = () => shutInPlace(code, () => shown.set({ product_code: '' }))
  return (
    <div className={asked ? 'page asked' : 'page'} onClickCapture={openInPlace(shown.set)}>
      {opened === null && (
        <p className="note warn" role="alert">
          <span>{t('O produto {code} não está neste catálogo.', { code })} </span>
          <button type="button" className="b" onClick={close}>
            {t('Fechar')}
          </button>
        </p>
      )}
      <search className="find">
        <SearchField value={words} onChange={typed.set} onSeek={seek} />
        {(tags.length > 0 || promo) && (
          <FilterButton used={(tag ? 1 : 0) + (promo ? 1 : 0)} onOpen={() => setOver('filters')} />
        )}
      </search>
      <CategoryTiles
        categories={tops}
        chosen={master?.id ?? category}
        onChoose={(id) => shown.set({ category: id === null ? '' : String(id) })}
      />
      {over === 'filters' && (
        <Suspense>
          <Filters
            tags={tags}
            tag={tag}
            promo={promo}
            onPick={(chosen) => shown.set(chosen)}
            onClose={() => setOver(null)}
          />
        </Suspense>
      )}
      {(master || tags.length > 0 || promo) && (
        <div className={`chips chipsrow${master || tag || promo ? '' : ' tags'}`}>
          {master?.sub_categories.map((s) => (
            <button
              type="button"
              className="chip"
              key={s.id}
              aria-pressed={category === s.id}
              onClick={() => shown.set({ category: String(category === s.id ? master.id : s.id) })}
            >
              {s.name}
            </button>
          ))}
          {promo && (
            <button type="button" className="chip" aria-pressed={true} onClick={() => shown.set({ promo: '' })}>
              {t('Em promoção')}
            </button>
          )}
          {tags.map((x) => (
            <button
              type="button"
              className={tag === x ? 'chip' : 'chip wide'}
              key={x}
              aria-pressed={tag === x}
              onClick={() => shown.set({ tag: tag === x ? '' : x })}
            >
              {x}
            </button>
          ))}
        </div>
      )}
      {notice}
      <div className="row between titlerow">
        <ListTitle
          title={sub?.name ?? chosen?.name ?? t('Todos os produtos')}
          total={found.total}
          busy={words.trim() !== name || found.loading || rows !== sold}
        />
        {presents && found.rows.length > 0 && (
          <button
            type="button"
            className="btn txt"
            aria-label={t('Apresentar')}
            onClick={() => setOver('presentation')}
          >
            <Icon name="picture" size="s" />
            <span className="wideonly">{t('Apresentar')}</span>
          </button>
        )}
        <label className="row sm sorter">
          <Icon name="sort" size="s" />
          <span className="sr">{t('Ordenar por')}</span>
          <select
            value={order}
            onChange={(e) => shown.set({ order: e.target.value === 'order' ? '' : e.target.value })}
          >
            {ORDERS.filter((o) => !(hide_price && o.value.endsWith('price'))).map((o) => (
              <option key={o.value} value={o.value}>
                {t(o.label)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ProductGrid products={rows} pieces={pieces} context={context} onNearEnd={found.next} />
      <Rest
        found={found}
        wish={wish}
        near={{ context, pieces, categories: tops, chatHref, onChoose: (id) => shown.set({ category: String(id) }) }}
        clear={() => {
          typed.set('')
          shown.clear()
        }}
      />
      {over === 'presentation' && (
        <Suspense>
          <Presentation
            products={rows}
            total={found.total}
            currency={currency}
            orders={orders}
            onNearEnd={found.next}
            onClose={() => setOver(null)}
          />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          <ProductSheet
            key={opened.id}
            product={opened}
            currency={currency}
            orders={orders}
            askLink={askLink?.(opened)}
            presents={presents ?? false}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
function useCategories(): Category[] {
  const { rows } = categories.use()
  const { hidden_categories } = catalogue.use()
  return useMemo(() => withoutHidden(rows, hidden_categories), [rows, hidden_categories])
}
type RestProps = { found: ReturnType<typeof useProducts>; wish: Wish; near: Near; clear: () => void }
function Rest({ found, wish, near, clear }: RestProps) {
  if (found.failed)
    return (
      <Failed
        what={t('Não conseguimos carregar os produtos.')}
        error={found.failed}
        retry={() => {
          found.retry()
          void renewDevice()
        }}
      />
    )
  if (found.loading) {
    return (
      <div className="grid" role="status">
        <span className="sr">{t('Carregando')}</span>
        {Array.from({ length: 6 }, (_, i) => (
          <span key={i} className="sk ph" aria-hidden="true" />
        ))}
      </div>
    )
  }
  if (found.rows.length > 0) return null
  return (
    <Suspense>
      <Nothing wish={wish} {...near} clear={clear} />
    </Suspense>
  )
}
