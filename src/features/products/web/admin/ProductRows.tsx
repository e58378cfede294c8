import { useEffect, useRef } from 'react'
import { WindowVirtualizer } from 'virtua'
import { Link } from 'wouter'
import { categories } from '#features/categories/web/index.ts'
import { Photo } from '#features/images/web/index.ts'
import { parseCents } from '#shared/money.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import { type Product, updateProduct } from '../../contract.ts'
import { MOST_PICKED } from '../../many/contract.ts'
import { soldOut } from '../../rules.ts'
import { productsChanged, showProducts } from './changes.ts'
import { type Typed, written } from './edits.ts'
import { PriceInput } from './PriceInput.tsx'
import { theirs, type usePrices } from './usePrices.tsx'
import './ProductRows.css'

interface Props {
  rows: Product[]
  total: number
  picked: ReadonlySet<number>
  onPick: (picked: ReadonlySet<number>) => void
  /** Those that are not loaded as well. */
  onPickAll: () => void
  prices: ReturnType<typeof usePrices>
  onTag: (tag: string) => void
  more: boolean
  onMore: () => void
}
/** The list as a table of which only the rows near the screen are in the page. */
export function ProductRows({ rows, total, picked, onPick, onPickAll, prices, onTag, more, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const ask = useRef(onMore)
  useEffect(() => {
    ask.current = onMore
  })
  useEffect(() => {
    const watch = new IntersectionObserver((e) => e.some((x) => x.isIntersecting) && ask.current(), {
      rootMargin: '1500px',
    })
    if (end.current && more) watch.observe(end.current)
    return () => watch.disconnect()
  }, [more, rows.length])
  const allPicked = rows.every((r) => picked.has(r.id))
  return (
    <>
      {allPicked && picked.size < Math.min(total, MOST_PICKED) && (
        <p className="note" role="status">
          <span className="grow">
            {t('Os {n} produtos carregados estão selecionados.', { n: rows.length.toLocaleString('pt-BR') })}
          </span>
          <button type="button" className="b" onClick={onPickAll}>
            {total > MOST_PICKED
              ? t('Selecionar os primeiros {n}', { n: MOST_PICKED.toLocaleString('pt-BR') })
              : t('Selecionar todos os {n}', { n: total.toLocaleString('pt-BR') })}
          </button>
        </p>
      )}
      <div className="panel plist" role="table" aria-label={t('Produtos')} aria-rowcount={total}>
        <div className="prow phead" role="row">
          <span role="columnheader" className="check">
            <label>
              <span className="sr">{t('Selecionar todos os {n} carregados', { n: rows.length })}</span>
              <input
                type="checkbox"
                checked={allPicked}
                onChange={() => onPick(allPicked ? new Set() : new Set(rows.map((r) => r.id)))}
              />
            </label>
          </span>
          <span role="columnheader">{t('Produto')}</span>
          <span role="columnheader" className="hide-s category">
            {t('Categoria')}
          </span>
          <span role="columnheader" className="num typed">
            {t('Preço')}
          </span>
          <span role="columnheader" className="num typed hide-s promotion">
            {t('Promoção')}
          </span>
          <span role="columnheader" className="num stock hide-s">
            {t('Estoque')}
          </span>
          <span role="columnheader">{t('Ativo')}</span>
        </div>
        <WindowVirtualizer bufferSize={400}>
          {rows.map((p) => (
            <Row
              key={p.id}
              product={p}
              picked={picked.has(p.id)}
              onPick={() =>
                onPick(new Set(picked.has(p.id) ? [...picked].filter((x) => x !== p.id) : [...picked, p.id]))
              }
              edit={prices.edits[p.id] ?? {}}
              onEdit={(field, value) => prices.edit(p, field, value)}
              onTag={onTag}
            />
          ))}
        </WindowVirtualizer>
        <div ref={end} />
      </div>
    </>
  )
}

interface RowProps {
  product: Product
  picked: boolean
  onPick: () => void
  edit: Typed
  onEdit: (field: 'price' | 'price_promo', value: string) => void
  onTag: (tag: string) => void
}
function Row({ product: p, picked, onPick, edit, onEdit, onTag }: RowProps) {
  const names = categories.use().rows
  const first =
    names.find((c) => p.categories.includes(c.id))?.name ??
    names.flatMap((c) => c.sub_categories).find((s) => p.categories.includes(s.id))?.name
  const stock = p.attributes.length
    ? p.attributes.reduce<number | null>((n, v) => (v.stock === null ? n : (n ?? 0) + v.stock), null)
    : p.stock
  const switchActive = async (active: boolean) => {
    const takeBack = showProducts(new Map([[p.id, { active }]]))
    const done = await attempt(async () => {
      await call(updateProduct, { params: { id: p.id }, typed: { active: active ? 1 : 0 } })
      notify(active ? t('{name} está na vitrine.', { name: p.name }) : t('{name} saiu da vitrine.', { name: p.name }))
    })
    if (!done) takeBack()
    productsChanged()
  }
  const price = edit.price?.text ?? written(p.price)
  const promo = edit.price_promo?.text ?? written(p.price_promo)
  const high = promo.trim() !== '' && (parseCents(promo) ?? 0) >= (parseCents(price) ?? Number.POSITIVE_INFINITY)
  return (
    <div className={`prow${picked ? ' sel' : ''}`} role="row">
      <span role="cell" className="check">
        <label>
          <span className="sr">{t('Selecionar {name}', { name: p.name })}</span>
          <input type="checkbox" checked={picked} onChange={onPick} />
        </label>
      </span>
      <span role="cell" className="cell">
        <span className="thumb">
          <Photo path={p.foto1} ready={p.images[0]?.ready ?? false} />
        </span>
        <span className="grow">
          <Link href={`/dashboard/products/${p.id}`} className="b pname tap">
            {p.name}
          </Link>
          <span className="xs t2 row wrap">
            {[
              p.code || t('sem código'),
              p.attributes.length > 0 && tn(p.attributes.length, '{n} variação', '{n} variações'),
            ]
              .filter(Boolean)
              .join(' · ')}
            {p.tags.slice(0, 3).map((x) => (
              <button type="button" className="linklike tap" key={x} onClick={() => onTag(x)}>
                {x}
              </button>
            ))}
          </span>
        </span>
      </span>
      <span role="cell" className="hide-s category clip sm">
        {first}
      </span>
      <span role="cell" className="num">
        <PriceInput
          label={t('Preço de {name}', { name: p.name })}
          value={price}
          isNew={edit.price !== undefined}
          placeholder={t('sob consulta')}
          warning={theirs(edit.price)}
          onChange={(v) => onEdit('price', v)}
        />
      </span>
      <span role="cell" className="num hide-s promotion">
        <PriceInput
          label={t('Preço promocional de {name}', { name: p.name })}
          value={promo}
          isNew={edit.price_promo !== undefined}
          placeholder="—"
          warning={high ? t('não é menor que o preço') : theirs(edit.price_promo)}
          onChange={(v) => onEdit('price_promo', v)}
        />
      </span>
      <span role="cell" className="num stock hide-s sm">
        {soldOut(p) ? <span className="tag out">{t('Acabou')}</span> : (stock ?? '')}
      </span>
      <span role="cell">
        <label className="switchcell">
          <span className="sr">{t('{name} na vitrine', { name: p.name })}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={p.active}
            className="switch"
            checked={p.active}
            onChange={(e) => void switchActive(e.target.checked)}
          />
        </label>
      </span>
    </div>
  )
}
