// The catalogue as the pad asks it: made once for what the device holds, in the client's own prices.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listProducts, nameProducts, type Product, readByCode } from '#features/products/contract.ts'
import { fold } from '#features/products/search.ts'
import { SearchIndex } from '#features/products/search_index.ts'
import { catalogue } from '#features/products/web/index.ts'
import { call, callList, orNone } from '#web/api.ts'
import { vendId } from '#web/session.ts'
import { namesIn } from '../paste.ts'
import { byCode, type Choice, codeKey, isWhole, makeShelf, type Shelf } from '../shelf.ts'

export interface Goods {
  /** The whole catalogue is on this device. */
  complete: boolean
  failed: unknown
  byId: ReadonlyMap<number, Product>
  shelf: Shelf
  /** What typed words find, best first. */
  find: (words: string) => Choice[]
  /** What a code or bar code names. */
  exactly: (code: string) => Choice[]
}
const MOST_FOUND = 8
/** Made for one list of products: as long as it stays, nothing is made again. */
let made: { of: readonly Product[]; goods: Omit<Goods, 'complete' | 'failed'> } | null = null
function goodsOf(products: readonly Product[]): Omit<Goods, 'complete' | 'failed'> {
  if (made?.of === products) return made.goods
  const byId = new Map(products.map((p) => [p.id, p]))
  const shelf = makeShelf(products)
  const index = new SearchIndex(
    products.map(({ id, order, search_text }) => ({
      id,
      version: 0,
      order,
      search_text,
      search_extra: '',
      active: true,
      deleted: false,
    })),
    0,
  )
  const find = (words: string) => {
    const coded = byCode(shelf, words)
    const ids = index.search(words, { inactive: false, extra: false }, 0, MOST_FOUND)?.ids ?? []
    const others = ids
      .filter((id) => !coded.some((c) => c.product.id === id))
      .map((id) => ({ product: byId.get(id) as Product, variation: null }))
    return [...coded, ...others].slice(0, MOST_FOUND)
  }
  made = { of: products, goods: { byId, shelf, find, exactly: (code) => byCode(shelf, code) } }
  return made.goods
}
export function useGoods(): Goods {
  const { products, complete, failed } = catalogue.use()
  return useMemo(() => ({ ...goodsOf(products), complete, failed }), [products, complete, failed])
}
/** What the server finds while the whole catalogue is not here: it is on its way, or too large for a device. */
export function useRemote(words: string, goods: Goods): { found: Choice[]; asking: boolean; failed: string } {
  const { client_id } = catalogue.use()
  const active = !goods.complete && words.length > 1
  const asked = useQuery({
    queryKey: ['pad', client_id, words],
    queryFn: ({ signal }) => findRemote(words, client_id, signal),
    enabled: active,
  })
  const found = active ? (asked.data ?? NONE) : NONE
  return { found, asking: active && asked.isFetching, failed: asked.error?.message ?? '' }
}
const NONE: Choice[] = []
type ClientId = ReturnType<typeof catalogue.get>['client_id']
async function findRemote(name: string, client_id: ClientId, signal?: AbortSignal): Promise<Choice[]> {
  const query = { name, limit: MOST_FOUND, seller_id: vendId(), client_id }
  const { rows } = await callList(listProducts, { query, ...(signal && { signal }) })
  return rows.map((product) => ({ product, variation: null }))
}
/** Choices whose name is the typed one, whole; signs and letters that search does not keep are no name. */
export function named(choices: readonly Choice[], typed: string): Choice[] {
  const name = fold(typed)
  return name === '' ? [] : choices.filter((c) => fold(c.product.name) === name)
}
/** What a code, else a whole name, names, and whether anything was found, asked of the server before its list is here. */
export async function askExactly(typed: string): Promise<{ exact: Choice | null; any: boolean }> {
  const coded = await askCode(typed)
  if (coded) return { exact: coded, any: true }
  const found = await findRemote(typed, catalogue.get().client_id)
  const exact = named(found, typed)
  return { exact: exact.length === 1 ? (exact[0] as Choice) : null, any: found.length > 0 }
}
/** What a code names, asked of the server; null when nothing does. A server that is away is no answer. */
export async function askCode(code: string): Promise<Choice | null> {
  const query = { seller_id: vendId(), client_id: catalogue.get().client_id }
  const product = await orNone(call(readByCode, { params: { code }, query }))
  if (!product) return null
  return { product, variation: product.attributes.find((v) => codeKey(v.code) === codeKey(code)) ?? null }
}
const TEXTS_AT_ONCE = 100
/** The shelf that a pasted text is read against: the device's, or what the server knows of the text's words. */
export async function shelfFor(text: string, goods: Goods): Promise<Shelf> {
  if (goods.complete) return goods.shelf
  const names = namesIn(text)
  const found = new Map<number, Product>()
  for (let i = 0; i < names.length; i += TEXTS_AT_ONCE) {
    const texts = names.slice(i, i + TEXTS_AT_ONCE)
    const body = { texts, seller_id: vendId(), client_id: catalogue.get().client_id }
    for (const p of await call(nameProducts, { body })) found.set(p.id, p)
  }
  return makeShelf([...found.values()])
}
/** Whether variations are still to be chosen. */
export const isOpen = (c: Choice) => !isWhole(c)
