import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { categories } from '#features/categories/web/index.ts'
import { attempt } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useDesk } from '#web/useDesk.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { useListState } from '#web/useListState.ts'
import { nextPage, Queries } from '#web/queries.tsx'
import { Chip } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { joinTags } from '#shared/tags.ts'
import { countProducts, listProducts } from '../../contract.ts'
import { listProductIds } from '../../many/contract.ts'
import { typed } from '../catalogue.ts'
import { BulkBar } from './BulkBar.tsx'
import { ProductRows } from './ProductRows.tsx'
import { PriceBar, usePrices } from './usePrices.tsx'
import { ProductPage } from './ProductPage.tsx'
import type { MakerSlot } from './Sorting.tsx'
import type { Switches } from './values.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './ProductsAdminPage.css'

interface Slots {
  /** The button of the company's tags, where it uses them. */
  tags: ReactNode
  /** Stands above the list. */
  note: ReactNode
}
interface Props extends Slots {
  /** Stands in a product's form. */
  maker: MakerSlot
  /** null: the list; 'new' or a number: one product. */
  id: string | null
  company: Switches
}
export default function ProductsAdminPage({ id, company, tags, note, maker }: Props) {
  return (
    <Queries>
      {id ? (
        <ProductPage key={id} id={id} uses={company} maker={maker} />
      ) : (
        <ProductList tags={tags} note={note} uses={company} />
      )}
    </Queries>
  )
}
const ONLY = [
  { value: 'no_photo', label: 'Sem foto' },
  { value: 'promo', label: 'Em promoção' },
  { value: 'ending', label: 'Promoção que termina em 7 dias' },
  { value: 'out', label: 'Acabou' },
] as const
const PAGE = 100

function ProductList({ tags, note, uses }: Slots & { uses: Switches }) {
  const isDesk = useDesk()
  const shown = useListState()
  const all = categories.use().rows
  const words = typed.use()
  const name = useDebounced(words)
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const prices = usePrices()
  const category = shown.of('category')
  const active = shown.of('active')
  const only = ONLY.find((o) => o.value === shown.of('only'))?.value
  const tag = shown.of('tag')
  const order = shown.of('order') || 'order'
  const counts = useQuery({ queryKey: ['products', 'counts'], queryFn: () => call(countProducts) })
  const asked = {
    name,
    category_id: category ? Number(category) : undefined,
    active: active || undefined,
    only,
    tags: tag ? joinTags([tag]) : undefined,
  }
  const list = useInfiniteQuery({
    queryKey: ['products', 'list', name, category, active, only, tag, order],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      callList(listProducts, {
        query: { ...asked, order, limit: PAGE, page: pageParam },
        signal,
      }),
    getNextPageParam: nextPage,
    placeholderData: (before) => before,
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  const c = counts.data
  /** Every product of the list as it is narrowed, loaded or not. */
  const pickAll = async () => {
    await attempt(async () => {
      setPicked(new Set((await call(listProductIds, { query: asked })).ids))
    })
  }
  const narrowed = name || category || active || only || tag
  const tools = (
    <>
      <Link href="/apps/media" className="btn sec">
        <Icon name="picture" />
        {t('Fotos')}
      </Link>
      <Link href="/dragndrop" className="btn sec">
        <Icon name="drag" />
        {t('Ordem')}
      </Link>
      <Link href="/tables" className="btn sec">
        <Icon name="sheet" />
        {t('Tabelas')}
      </Link>
      {tags}
      <Link href="/dashboard/products?view=vitrine" className="btn sec">
        <Icon name="eye" />
        {t('Ver vitrine')}
      </Link>
    </>
  )
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">
          {t('Produtos')}{' '}
          {c && (
            <small className="sm t2">
              {t('{n} de {m} do plano', { n: c.active.toLocaleString('pt-BR'), m: c.most.toLocaleString('pt-BR') })}
            </small>
          )}
        </h1>
        {isDesk ? tools : <Menu>{tools}</Menu>}
        <Link href="/dashboard/products/new" className="btn pri">
          <Icon name="plus" />
          {t('Novo produto')}
        </Link>
      </div>
      {note}
      <ListHead
        label={t('Buscar por nome, código ou código de barras')}
        placeholder={t('Nome ou código')}
        value={words}
        onChange={typed.set}
        chips={
          <>
            <Chip on={!active && !only} count={c?.all} onClick={() => shown.set({ active: '', only: '' })}>
              {t('Todos')}
            </Chip>
            <Chip
              on={active === '1'}
              count={c?.active}
              onClick={() => shown.set({ active: active === '1' ? '' : '1' })}
            >
              {t('Ativos')}
            </Chip>
            <Chip
              on={active === '0'}
              count={c?.inactive}
              onClick={() => shown.set({ active: active === '0' ? '' : '0' })}
            >
              {t('Inativos')}
            </Chip>
            {ONLY.map((o) => (
              <Chip
                key={o.value}
                on={only === o.value}
                count={c?.[o.value]}
                onClick={() => shown.set({ only: only === o.value ? '' : o.value })}
              >
                {t(o.label)}
              </Chip>
            ))}
            {tag && (
              <Chip on count={total} onClick={() => shown.set({ tag: '' })}>
                {t('Etiqueta {tag}', { tag })}
              </Chip>
            )}
          </>
        }
      >
        {all.length > 0 && (
          <select
            className="in pick"
            aria-label={t('Categoria')}
            value={category}
            onChange={(e) => shown.set({ category: e.target.value })}
          >
            <option value="">{t('Todas as categorias')}</option>
            {all.map((x) => (
              <option key={x.id} value={x.id}>
                {x.name}
              </option>
            ))}
          </select>
        )}
      </ListHead>
      <ListStates list={list} what={t('Não conseguimos carregar os produtos.')} none={rows.length === 0} rows={8}>
        <Empty icon="tag">
          <p>
            {narrowed
              ? t('Nenhum produto com estes filtros.')
              : t('Nenhum produto ainda. Crie o primeiro ou traga uma planilha.')}
          </p>
          {narrowed ? (
            <button
              type="button"
              className="btn sec"
              onClick={() => {
                typed.set('')
                shown.clear()
              }}
            >
              {t('Ver todos os produtos')}
            </button>
          ) : (
            <Link href="/dashboard/excel" className="btn sec">
              {t('Importar planilha')}
            </Link>
          )}
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <ProductRows
          rows={rows}
          total={total}
          picked={picked}
          onPick={setPicked}
          onPickAll={() => void pickAll()}
          prices={prices}
          onTag={(x) => shown.set({ tag: x })}
          more={list.hasNextPage}
          onMore={() => {
            if (!list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
      <PriceBar prices={prices} />
      {prices.changed === 0 && picked.size > 0 && (
        <BulkBar ids={[...picked]} uses={uses} onDone={() => setPicked(new Set())} />
      )}
    </div>
  )
}
