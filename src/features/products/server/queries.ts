import type { Projection } from '#features/readers/server/index.ts'
import type { AgendaAsking } from '#server/agenda.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import type { Versioned } from '#server/kept.ts'
import { cleanCode } from '#shared/code.ts'
import type { Product } from '../contract.ts'
import { type Filter, filterOf, need, type Need, payable, visible, wanted } from './filter.ts'
import { LINE, NUMBERS, type Piece, type SearchRow } from '../search_rows.ts'
import { own } from './own/writes.ts'

/** A product as stored, with what belongs to it. */
export type ProductRow = Omit<
  Product,
  | 'main_variation_id'
  | 'foto1'
  | 'price'
  | 'price2'
  | 'price3'
  | 'price_promo'
  | 'promo_from'
  | 'promo_until'
  | 'code_2'
  | 'reference'
> & {
  price: number | null
  price2: number | null
  price3: number | null
  price_promo: number | null
  promo_from: string | null
  promo_until: string | null
  code_2: string
  reference: string
  version: number
}
const columns = part`p.id, p.company_id, ${own}, p.search_text, p.version,
  (select coalesce(json_agg(category_id order by category_id), '[]') from product_categories c
    where c.company_id = p.company_id and c.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('slot', i.slot, 'path', '/files/' || i.hash || '.webp', 'thumbhash',
    f.thumbhash, 'ready', f.ready) order by i.slot), '[]')
    from product_images i join files f on f.company_id = i.company_id and f.hash = i.hash
    where i.company_id = p.company_id and i.product_id = p.id) as images,
  (select coalesce(json_agg(json_build_object('id', v.id, 'specs', v.specs, 'code', v.code, 'ean', v.ean, 'price',
    v.price,
      'surcharge', v.surcharge, 'stock', v.stock, 'image', v.image) order by v."order", v.id), '[]')
    from variations v where v.company_id = p.company_id and v.product_id = p.id) as attributes,
  (select json_build_object('type', e.type, 'code', e.code, 'name', e.name) from entities e
    where e.company_id = p.company_id and e.id = p.entity_id and e.active and e.deleted_at is null) as entity`

export const countByNeed = (tx: Tx, today: string) => tx.first<
  Record<'all' | 'active' | 'inactive' | Need | 'most', number>
>`
  select count(*) as all, count(*) filter (where active) as active, count(*) filter (where not active) as inactive,
    count(*) filter (where ${need('no_photo', today)}) as no_photo,
    count(*) filter (where ${need('promo', today)}) as promo, count(*) filter (where ${need('out', today)}) as out,
    count(*) filter (where ${need('ending', today)}) as ending,
    (select max_products from companies where id = app.company()) as most
  from products p where deleted_at is null`
/** How many are sold, how many of them have run out, how many promotions end within days, and the first of these. */
export const countPressing = async (tx: Tx, today: string) =>
  (await tx.first<{ products: number; out: number; ending: number; first: string | null }>`
    select count(*) filter (where active) as products, count(*) filter (where ${need('out', today)}) as out,
      count(*) filter (where ${need('ending', today)}) as ending,
      (min(p.promo_until) filter (where ${need('ending', today)}))::text as first
    from products p where deleted_at is null`) ?? { products: 0, out: 0, ending: 0, first: null }
/** On which of these days promotions end, how many, and the first of them; a seller from whom something of the catalogue
 * is kept is told of none. */
export const findEndings = (tx: Tx, a: AgendaAsking) => tx.sql<{ day: string; n: number; name: string; id: number }>`
  select p.promo_until as day, count(*) as n, min(p.name) as name, min(p.id) as id from products p
  where p.promo_until >= ${a.from} and p.promo_until < ${a.until} and p.price_promo is not null and p.active
    and p.deleted_at is null and (${a.level}::int = 1 or exists (select 1 from users u
      where u.id = ${a.user_id} and not u.hide_price and cardinality(u.hidden_categories) = 0))
  group by 1 order by 1`
/** How many products a reader sees on promotion today, and until when the first of them ends. */
export const countPromoted = (tx: Tx, f: Filter) =>
  tx.first<{
    count: number
    until: string | null
  }>`select count(*) as count, min(p.promo_until)::date as until from products p where ${wanted(f)}`
/** How many products that a reader sees carry each tag. */
export const countTags = (tx: Tx, f: Filter) =>
  tx.sql<{
    tag: string
    n: number
  }>`select tag, count(*) as n from products p, unnest(p.tags) as tag where ${wanted(f)} group by tag`
export type Order = 'order' | 'name' | 'price' | '-price' | 'newest'
const SHELF = part`p."order", p.search_text, p.id`
/** How products that a filter lets through stand. */
const ordered = (order: Order, f: Filter): Part =>
  ({
    order: SHELF,
    name: part`p.search_text, p.id`,
    price: part`${payable(f)} nulls last, p.id`,
    '-price': part`${payable(f)} desc nulls last, p.id`,
    newest: part`p.id desc`,
  })[order]

/** Products that a filter lets through, in the order of the shelf. */
export const findIds = async (tx: Tx, f: Filter, limit: number) =>
  (await tx.sql<{ id: number }>`select p.id from products p where ${wanted(f)} order by ${SHELF} limit ${limit}`).map(
    (r) => r.id,
  )

/** Which products stand on a page, and the number of each one's last change. */
export const pickProducts = (tx: Tx, f: Filter, order: Order, limit: number, offset: number) =>
  tx.sql<Versioned>`select p.id, p.version from products p where ${wanted(f)} order by ${ordered(order, f)}
    limit ${limit} offset ${offset}`
export const countWanted = async (tx: Tx, f: Filter) =>
  (await tx.first<{ n: number }>`select count(*) as n from products p where ${wanted(f)}`)?.n ?? 0
/** A page of products. Page first, then what belongs to each. */
export const findProducts = (tx: Tx, f: Filter, order: Order, limit: number, offset: number) =>
  tx.sql<ProductRow>`
    select ${columns} from (select p.* from products p where ${wanted(f)} order by ${ordered(order, f)}
      limit ${limit} offset ${offset}) p
    order by ${ordered(order, f)}`
/** Of these ids a page of those that a filter lets through, and how many there are in all; 'order' keeps theirs. */
export async function pageAmong(
  tx: Tx,
  ids: number[],
  f: Filter,
  order: Order,
  limit: number,
  offset: number,
): Promise<{ rows: Versioned[]; total: number }> {
  const place = order === 'order' ? part`h.place` : part`row_number() over (order by ${ordered(order, f)}) as place`
  const rows = await tx.sql<{ id: number | null; version: number; total: number }>`
    with hits as materialized (select p.id, p.version, ${place} from unnest(${ids}::bigint[]) with ordinality h(id, place)
      join products p on p.id = h.id where ${wanted(f)})
    select page.id, page.version, n.total from (select count(*) as total from hits) n
      left join (select * from hits order by place limit ${limit} offset ${offset}) page on true order by page.place`
  const page = rows.flatMap(({ id, version }) => (id === null ? [] : { id, version }))
  return { rows: page, total: rows[0]?.total ?? 0 }
}
/** Products in the order of these ids, those that the reader may still see. */
export const findByIds = (tx: Tx, ids: number[], f: Filter) =>
  tx.sql<ProductRow>`select ${columns} from unnest(${ids}::bigint[]) with ordinality h(id, place)
    join products p on p.id = h.id where ${visible(f)} order by h.place`
const searchable = part`id, version, "order", search_text, search_extra, active, deleted_at is not null as deleted`
/** Products whose words are read at a time. */
const PIECE = 10_000
/** What the search knows of every product of the company, piece by piece: the next is asked for before one is given,
 * so that the database reads it meanwhile. Each comes as three long texts: a hundred thousand rows take longer to be
 * told apart than to be found. */
export async function* findSearchable(tx: Tx): AsyncGenerator<Piece> {
  const ask = (after: number) => {
    const asked = tx.first<{ numbers: string | null; texts: string; extras: string }>`
      select string_agg(concat_ws(',', id, version, "order", active::int), ',') as numbers,
        string_agg(search_text, ${LINE}) as texts, string_agg(search_extra, ${LINE}) as extras
      from (select * from products where id > ${after} and deleted_at is null order by id limit ${PIECE}) piece`
    // Whoever stops half-way never hears of it.
    asked.catch(() => {})
    return asked
  }
  for (let next = ask(0), full = true; full; ) {
    const found = await next
    if (!found?.numbers) return
    const numbers = JSON.parse(`[${found.numbers}]`) as number[]
    full = numbers.length === NUMBERS * PIECE
    if (full) next = ask(numbers.at(-NUMBERS) as number)
    yield { numbers, texts: found.texts, extras: found.extras }
  }
}
/** The same of the products changed since a version, gone ones too. */
export const findSearchableSince = (tx: Tx, since: number, limit: number) =>
  tx.sql<SearchRow>`select ${searchable} from products where version > ${since} order by version limit ${limit}`

/** The number of its last change, where the reader sees it. */
export const findVersion = (tx: Tx, id: number, f: Filter) =>
  tx.first<Versioned>`select p.id, p.version from products p where p.id = ${id} and ${visible(f)}`
export async function findProduct(tx: Tx, id: number, f: Filter): Promise<ProductRow | undefined> {
  return tx.first<ProductRow>`select ${columns} from products p where p.id = ${id} and ${visible(f)}`
}
export async function hasProduct(tx: Tx, id: number): Promise<boolean> {
  return (await tx.first`select 1 from products where id = ${id} and deleted_at is null`) !== undefined
}
/** The oldest product that shows the picture with this content; undefined: none. */
export const findByPhoto = (tx: Tx, hash: string) =>
  tx.first<{ id: number; name: string }>`select p.id, p.name from product_images i
    join products p on p.company_id = i.company_id and p.id = i.product_id
    where i.hash = ${hash} and p.deleted_at is null order by p.id limit 1`
/** What a reader sees of an entity's products, in the order of the shelf. */
export const findOfEntity = (tx: Tx, entity: number, p: Projection) => tx.sql<{
  id: number
  name: string
  code: string
  foto1: string
}>`
  select p.id, p.name, p.code, coalesce((select '/files/' || i.hash || '.webp' from product_images i
    join files x on x.company_id = i.company_id and x.hash = i.hash and x.ready
    where i.company_id = p.company_id and i.product_id = p.id order by i.slot limit 1), '') as foto1
  from products p where p.entity_id = ${entity} and ${visible(filterOf(p, { active: p.raw ? true : null }))}
  order by p."order", p.search_text, p.id limit 1000`

/** Products changed since a version, in pages by id. */
export const findSince = (tx: Tx, since: number, after: number, f: Filter, limit: number) =>
  tx.sql<Versioned>`select p.id, p.version from products p
    where p.version > ${since} and p.id > ${after} and ${visible(f)} order by p.id limit ${limit}`
/** Ids changed since a version that the reader no longer sees. */
export async function findRemovedSince(tx: Tx, since: number, f: Filter): Promise<number[]> {
  const rows = await tx.sql<{
    id: number
  }>`select p.id from products p where p.version > ${since} and not (${visible(f)})`
  return rows.map((r) => r.id)
}
export async function countVisible(tx: Tx, f: Filter): Promise<number> {
  return (await tx.first<{ n: number }>`select count(*) as n from products p where ${visible(f)}`)?.n ?? 0
}
/** By code, else by one that the product had before. */
export const findByCode = (tx: Tx, typed: string, f: Filter) => {
  const code = cleanCode(typed)
  return tx.first<ProductRow>`select ${columns} from products p where ${visible(f)} and (lower(p.code) = lower(${code})
    or p.id = (select object_id from old_names where kind = 'product' and name = lower(${code})))
    order by lower(p.code) = lower(${code}) desc limit 1`
}
export const findFamilies = (tx: Tx, categories: number[]) =>
  tx.sql<{
    id: number
    master_id: number | null
    name: string
  }>`select id, master_id, name from categories where id = any(${categories}::bigint[]) and deleted_at is null`
