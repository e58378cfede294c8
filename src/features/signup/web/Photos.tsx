// Products of photos: what the catalogue holds, with name and price, and what is chosen from the phone.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Photo } from '#features/images/web/index.ts'
import { createFromPhoto, listProducts, type Product, updateProduct } from '#features/products/contract.ts'
import { formatCents } from '#shared/money.ts'
import { call, callList, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Drop } from '#web/ui/Drop.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'

/** The newest products that can be named and priced here. */
const MOST = 100
const KEY = ['products', 'signup']
/** "IMG_2024.jpg" has no name to give; "Vaso azul.jpg" has. */
const nameOf = (file: string, n: number) => {
  const bare = file
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return bare.length < 3 || /^(img|dsc|image|foto|whatsapp|screenshot|pxl)\b|^\d/i.test(bare)
    ? t('Produto {n}', { n })
    : bare
}
type Fields = 'name' | 'price'
const storedOf = (p: Product): Record<Fields, string> => ({
  name: p.name,
  price: typeof p.price === 'number' ? formatCents(p.price) : '',
})
export function Photos({ onSaving }: { onSaving: (on: boolean) => void }) {
  const list = useQuery({
    queryKey: KEY,
    queryFn: () => callList(listProducts, { query: { order: 'newest', limit: MOST } }),
    // Until the small widths of every photo are made.
    refetchInterval: ({ state }) => state.data?.rows.some((p) => p.images[0]?.ready === false) && 3000,
  })
  // In the order in which they were made.
  const products = list.data?.rows.toReversed() ?? []
  const [left, setLeft] = useState(0)
  /** Photos chosen here, by product. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const { typed, type, save, saving } = useTyped()
  useEffect(() => onSaving(saving), [onSaving, saving])
  const take = async (files: File[]) => {
    const twice: string[] = []
    setLeft(files.length)
    for (const [i, file] of files.entries()) {
      try {
        const made = await call(createFromPhoto, {
          typed: { name: nameOf(file.name, (list.data?.total ?? 0) + i + 1 - twice.length) },
          files: { image: [file] },
        })
        if (made.created) setChosen((now) => new Map(now).set(made.id, URL.createObjectURL(file)))
        else twice.push(made.name)
      } catch (failure) {
        if (!isFailure(failure)) throw failure
        notify(`${file.name}: ${failure.message}`)
        if (failure.code === 'plan_limit' || failure.offline) break
      } finally {
        setLeft(files.length - i - 1)
      }
    }
    setLeft(0)
    renew('products')
    if (twice.length > 0)
      notify(
        twice.length === 1
          ? t('Esta foto já é de “{name}”: nada foi criado de novo.', { name: twice[0] ?? '' })
          : t('{n} fotos já são de produtos do catálogo: nada foi criado de novo.', { n: twice.length }),
      )
  }
  return (
    <>
      <Drop accept="image/*" multiple disabled={left > 0 || list.isPending} onFiles={(files) => void take(files)}>
        <span>{t('Toque para escolher as fotos, uma por produto')}</span>
        <span className="xs">{t('JPEG, PNG, WebP ou AVIF. O nome e o preço vêm em seguida.')}</span>
      </Drop>
      {left > 0 && (
        <p role="status">
          {tn(left, 'Falta {n} foto…', 'Faltam {n} fotos…')} <progress aria-label={t('Enviando fotos')} />
        </p>
      )}
      <Stay
        active={left > 0 || saving}
        text={
          left > 0 ? t('As fotos que ainda não chegaram não serão enviadas.') : t('O que ainda não foi salvo se perde.')
        }
      />
      {list.isPending && <Loading rows={2} />}
      {list.isError && !list.data && (
        <Failed
          what={t('Não conseguimos carregar os produtos.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {products.length > 0 && (
        <ul className="panel named" aria-label={t('Produtos')}>
          {products.map((p) => {
            const values = { ...storedOf(p), ...typed.get(p.id) }
            const field = (of: Fields) => ({
              value: values[of],
              onChange: (e: { target: { value: string } }) => type(p.id, of, e.target.value),
              onBlur: () => save(p),
            })
            return (
              <li className="li" key={p.id}>
                <span className="ph t40">
                  {chosen.has(p.id) ? (
                    <img src={chosen.get(p.id)} alt="" />
                  ) : (
                    <Photo path={p.foto1} ready={p.images[0]?.ready ?? false} />
                  )}
                </span>
                <input
                  className="in grow"
                  aria-label={t('Nome de {name}', { name: values.name })}
                  maxLength={160}
                  {...field('name')}
                />
                <input
                  className="in price-in"
                  aria-label={t('Preço de {name}', { name: values.name })}
                  inputMode="decimal"
                  placeholder="0,00"
                  {...field('price')}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
type Typed = ReadonlyMap<number, Partial<Record<Fields, string>>>
/** What is typed over what is stored, until it is saved: when its field is left, one after the other. What could not be
 * saved stays typed. */
function useTyped() {
  const client = useQueryClient()
  const [typed, setTyped] = useState<Typed>(new Map())
  const [waiting, setWaiting] = useState(0)
  const saves = useRef(Promise.resolve())
  const type = (id: number, of: Fields, value: string) =>
    setTyped((now) => new Map(now).set(id, { ...now.get(id), [of]: value }))
  /** Forgets what is stored by now, unless it was typed over meanwhile. */
  const settle = (id: number, sent: Partial<Record<Fields, string>>) =>
    setTyped((now) => {
      const open = Object.entries(now.get(id) ?? {}).filter(([of, value]) => sent[of as Fields] !== value)
      const next = new Map(now)
      if (open.length > 0) next.set(id, Object.fromEntries(open))
      else next.delete(id)
      return next
    })
  const store = (fresh: Product) =>
    client.setQueryData<{ rows: Product[] }>(
      KEY,
      (now) => now && { ...now, rows: now.rows.map((p) => (p.id === fresh.id ? fresh : p)) },
    )
  const save = (product: Product) => {
    const stored = storedOf(product)
    const sent = Object.fromEntries(
      Object.entries(typed.get(product.id) ?? {}).filter(([of, value]) => stored[of as Fields] !== value),
    )
    if (Object.keys(sent).length === 0) return settle(product.id, stored)
    setWaiting((n) => n + 1)
    saves.current = saves.current
      .then(() => call(updateProduct, { params: { id: product.id }, typed: sent }))
      .then(
        (fresh) => {
          store(fresh)
          settle(product.id, sent)
        },
        (failure: Error) => notify(`${product.name}: ${failure.message}`),
      )
      .finally(() => setWaiting((n) => n - 1))
  }
  return { typed, type, save, saving: waiting > 0 }
}
