// Clients are found as products are: beginnings of words, then parts, then one slip. Name, company, city, code,
// document, phone and e-mail count; who ordered last stands first among those that fit alike.
import { search, searchText } from '#features/products/search.ts'
import type { Found } from './queries.ts'

const textOf = (c: Found) =>
  searchText({
    name: `${c.company_name} ${c.name} ${c.city}`,
    code: c.client_code,
    ean: `${c.document} ${c.phone} ${c.email} ${c.other_codes}`,
  })
/** Signs that documents and phones are written with. */
const SIGNS = /[\s().\-/+]+/g
/** Ids of the clients that a query finds, best first; `all` stands in the order of those that fit alike. */
export function searchClients(all: readonly Found[], query: string): number[] {
  const shelf = all.map((c, order) => ({ id: c.id, order, search_text: textOf(c) }))
  const joined = query.replace(SIGNS, '')
  // A number is one word however it is written; words are first looked for as words.
  const tries = /^\d{4,}$/.test(joined) ? [joined, query] : [query, joined]
  for (const words of tries) {
    const found = search(shelf, words)
    if (found.length > 0) return found.map((c) => c.id)
  }
  return []
}
