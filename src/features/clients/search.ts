// Clients are found as products are: beginnings of words, then parts, then one slip. Name, company, city, code,
// document, phone and e-mail count; who ordered last stands first among those that fit alike.
import { fold, search, searchText } from '#features/products/search.ts'

/** What a client is found and sorted by. */
export interface Found {
  id: number
  name: string
  company_name: string
  client_code: string
  document: string
  phone: string
  email: string
  city: string
  other_codes: string
}
/** Texts that were folded before: a list is searched letter by letter, and its clients stay. The oldest go first. */
const folded = new Map<string, string>()
const MOST = 40_000
function textOf(c: Found): string {
  const name = `${c.company_name} ${c.name} ${c.city}`
  const numbers = `${c.document} ${c.phone} ${c.email} ${c.other_codes}`
  const key = `${name}\n${c.client_code}\n${numbers}`
  let text = folded.get(key)
  if (text === undefined) {
    // In a section of its own: a word of an e-mail is no code that comes before a whole name.
    folded.set(key, (text = `${searchText({ name, code: c.client_code, ean: '' })}~ ${fold(numbers)} `))
    if (folded.size > MOST) folded.delete(folded.keys().next().value as string)
  }
  return text
}
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
