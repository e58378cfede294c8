// Rows that earlier imports have damaged, by company: their number, the first of each kind, and where to repair them on the
// screen. Reads only; the only personal data in its output are the last four digits of a phone.
import type pg from 'pg'
import { eanIssue } from '#features/products/rules.ts'
import { isErrorValue } from '#features/spreadsheets/cell-problems.ts'
import { formatCents } from '#shared/money.ts'
import { maskPhone } from '#shared/phone.ts'
import { type Finding, warning } from './finding.ts'

const AT_ONCE = 5000
/** Examples of each kind and company, and companies of each kind. The counts are complete. */
const EXAMPLES = 3
const MOST_COMPANIES = 20

/** Codes such as 2025-12-03, 12-1 and 1/2 as Excel keeps and shows them once it took them for dates, in Portuguese and in
 * English. A month written otherwise may be a word of the code (12-SET). */
const DATES = [
  /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/,
  /^\d{1,2}\/\d{1,2}\/\d{4}( \d{1,2}:\d{2}.*)?$/,
  /^(\d{1,2}\/)?(jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)(\/\d{2}|\/\d{4})?$/,
  /^(\d{1,2}-)?(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(-\d{2}|-\d{4})?$/,
]
/** The code that the sheet must have held; '' where it is lost; null where the stored code is sound. */
export function meantCode(code: string): string | null {
  const text = /^="?([^"]*)"?$/.exec(code) ?? /^'(.+)$/.exec(code) ?? /^(\d+)\.0+$/.exec(code)
  if (text) return text[1] ?? ''
  const isDate = /\d/.test(code) && DATES.some((form) => form.test(code))
  return isDate || /^\d+([.,]\d+)?E\+\d+$/i.test(code) || isErrorValue(code) ? '' : null
}
/** In cents: 100 % became 1,00. */
const HIGHEST_PERCENTAGE = 100
/** The lowest and the highest price of a product whose lowest looks like a percentage (10 % became 0,10); null otherwise. */
export function percentPrice(cents: (number | null)[]): { low: number; high: number } | null {
  const prices = cents.filter((c) => c !== null && c > 0) as number[]
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return prices.length > 0 && low <= HIGHEST_PERCENTAGE && low * 10 <= high ? { low, high } : null
}
/** Reads through a cursor, so that only AT_ONCE rows are in memory. */
async function* rowsOf<R extends pg.QueryResultRow>(owner: pg.ClientBase, select: string): AsyncGenerator<R> {
  await owner.query('begin read only')
  try {
    await owner.query(`declare found no scroll cursor for ${select}`)
    for (;;) {
      const { rows } = await owner.query<R>(`fetch ${AT_ONCE} from found`)
      if (rows.length === 0) return
      yield* rows
    }
  } finally {
    await owner.query('rollback')
  }
}
/** Counts findings by company and keeps the first of each. */
class Tally {
  readonly #found = new Map<string, { count: number; examples: string[] }>()
  add(company: string, example: string): void {
    const of = this.#found.get(company) ?? { count: 0, examples: [] }
    this.#found.set(company, of)
    if (of.count++ < EXAMPLES) of.examples.push(example)
  }
  findings(names: Map<string, string>, one: string, many: string, todo: string): Finding[] {
    const companies = [...this.#found]
    const shown = companies.slice(0, MOST_COMPANIES).map(([company, { count, examples }]) => {
      const more = count > examples.length ? `; e mais ${count - examples.length}` : ''
      return warning(
        `${names.get(company)}: ${count} ${count === 1 ? one : many}: ${examples.join('; ')}${more}.`,
        todo,
      )
    })
    const left = companies.length - shown.length
    return left > 0 ? [...shown, warning(`${many} também em mais ${left} empresas.`, todo)] : shown
  }
}
interface ProductRow {
  company_id: string
  id: string
  variation: boolean
  codes: string[]
  ean: string
  prices: (string | null)[]
}
interface ClientRow {
  company_id: string
  id: string
  client_code: string
  /** The client of the same phone without 55. */
  other: string | null
  phone: string
}
const PRODUCTS = `
  select company_id, id, false as variation, array[code, code_2, reference] as codes, ean, array[price, price2, price3, price_promo] as prices
  from products where deleted_at is null
  union all
  select v.company_id, v.product_id, true, array[v.code], v.ean, '{}'
  from variations v join products p on p.company_id = v.company_id and p.id = v.product_id
  where p.deleted_at is null and (v.code <> '' or v.ean <> '')
  order by company_id, id`
const CLIENTS = `
  with clients as (
    select company_id, id, client_code, regexp_replace(phone, '\\D', '', 'g') as phone
    from users where level = 3 and deleted_at is null
  )
  select c.company_id, c.id, c.client_code, other.id as other, c.phone
  from clients c left join clients other on other.company_id = c.company_id and other.phone ~ '^\\d{10,11}$'
    and c.phone = '55' || other.phone
  where c.client_code <> '' or other.id is not null
  order by c.company_id, c.id, other.id`

export async function damagedRows(owner: pg.ClientBase): Promise<Finding[]> {
  const [codes, eans, prices] = [new Tally(), new Tally(), new Tally()]
  const [clientCodes, phones] = [new Tally(), new Tally()]
  const companies = await owner.query<{ id: string; path: string }>('select id, path from companies')
  const names = new Map(companies.rows.map((c) => [c.id, `Empresa ${c.id} (${c.path})`]))
  const meant = (code: string) => {
    const right = meantCode(code)
    return right === null ? null : `${code.slice(0, 40)}${right && ` em vez de ${right}`}`
  }
  for await (const p of rowsOf<ProductRow>(owner, PRODUCTS)) {
    const where = `no produto ${p.id}${p.variation ? ', em uma variação' : ''}`
    for (const words of p.codes.map(meant)) if (words !== null) codes.add(p.company_id, `${words} ${where}`)
    if (eanIssue(p.ean)) eans.add(p.company_id, `${p.ean.slice(0, 40)} ${where}`)
    const price = percentPrice(p.prices.map((c) => (c === null ? null : Number(c))))
    if (price) prices.add(p.company_id, `${formatCents(price.low)} ao lado de ${formatCents(price.high)} ${where}`)
  }
  let last = ''
  for await (const c of rowsOf<ClientRow>(owner, CLIENTS)) {
    const words = meant(c.client_code)
    if (words !== null && c.id !== last) clientCodes.add(c.company_id, `${words} no cliente ${c.id}`)
    if (c.other) phones.add(c.company_id, `clientes ${c.other} e ${c.id} (${maskPhone(c.phone)})`)
    last = c.id
  }
  return [
    ...codes.findings(
      names,
      'código guardado com defeito',
      'códigos guardados com defeito',
      'Em Produtos, abra o produto (/dashboard/products/número), corrija em Mais detalhes e salve; se o código certo já é de outro produto, exclua o repetido.',
    ),
    ...eans.findings(
      names,
      'código de barras com dígito que não confere',
      'códigos de barras com dígito que não confere',
      'Em Produtos, abra o produto (/dashboard/products/número) e, em Mais detalhes, digite o código da embalagem ou deixe vazio.',
    ),
    ...prices.findings(
      names,
      'preço que parece uma porcentagem',
      'preços que parecem porcentagens',
      'Em Tabelas de preço, escreva o preço em reais ou deixe vazio: 10% de uma planilha virou 0,10.',
    ),
    ...clientCodes.findings(
      names,
      'código de cliente guardado com defeito',
      'códigos de cliente guardados com defeito',
      'Em Clientes, abra o cadastro (/clientes/número), corrija o código e salve.',
    ),
    ...phones.findings(
      names,
      'telefone que está com e sem 55',
      'telefones que estão com e sem 55',
      'Em Clientes, abra o primeiro (/clientes/número) e use Juntar outro cadastro com o segundo.',
    ),
  ]
}
