// The kinds of rows that sheets hold (products, clients, past orders): what a cell of each
// means, and what is wrong with it.
import { MOST_PRICE } from '#features/products/contract.ts'
import { fold } from '#features/products/search.ts'
import { cleanCode } from '#shared/code.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { EMAIL } from '#shared/email.ts'
import { roundCents } from '#shared/money.ts'
import { isPhone, phoneDigits } from '#shared/phone.ts'
import { tell } from '#shared/sentence.ts'
import { splitTags } from '#shared/tags.ts'
import { readWhole } from '#shared/whole.ts'
import type { Cell } from '#shared/cell.ts'
import {
  CLIENT_COLUMNS,
  type ClientField,
  type Column,
  type Field,
  ORDER_COLUMNS,
  type OrderField,
  PRODUCT_COLUMNS,
} from './columns.ts'

export interface Values {
  name?: string
  code?: string
  code_2?: string
  reference?: string
  ean?: string
  price?: number | null
  price2?: number | null
  price3?: number | null
  price_promo?: number | null
  description?: string
  additional_text?: string
  tags?: string[]
  order?: number
  active?: boolean
  stock?: number | null
  min_quantity?: number
  multiple?: number
  category?: string[]
}
/** What kind of rows a sheet holds: its columns, how a cell is read, and what may stand once only. */
export interface Kind<F extends string, V> {
  columns: Record<F, Column>
  /** undefined: the cell says nothing, as if its column were not there. */
  read: (field: F, cell: Cell, issue: (message: string) => void) => unknown
  /** '' when nothing identifies the row. */
  key: (values: V) => string
  keyLabel: string
}
/** A text within its length; one that is too long is an issue, and only its beginning is carried along. */
function short(text: string, most: number | undefined, issue: (message: string) => void): string {
  if (most === undefined || text.length <= most) return text
  issue(`Texto longo demais: no máximo ${most.toLocaleString('pt-BR')} letras.`)
  return text.slice(0, most)
}
/** What a cell says, as text. */
export const words = (c: Cell | undefined) => (c === null || c === undefined ? '' : String(c).trim())
/** A sheet writes whole numbers as "3", "3,0" or "3.00"; "1.000" could be one or a thousand and is neither. */
const wholeOf = (text: string) => readWhole(text.replace(/[.,]0{1,2}$/, ''))
const YES = ['sim', 's', 'yes', 'y', 'true', 'verdadeiro']
const NO = ['nao', 'n', 'no', 'false', 'falso']
interface Answers {
  yes: ReadonlySet<string>
  no: ReadonlySet<string>
}
const answers = (yes: string, no: string): Answers => ({
  yes: new Set([...YES, ...yes.split('|')]),
  no: new Set([...NO, ...no.split('|')]),
})
/** Whether a product is for sale, in the words of Brazilian systems and of shops elsewhere, folded. */
const FOR_SALE = answers(
  'a|ativo|ativa|ativado|ativada|active|activated|publicado|publicada|published|publish|visivel|visible|disponivel|available|habilitado|habilitada|enabled|ligado|on|a venda|liberado|liberada|em linha',
  'i|e|f|inativo|inativa|inactive|desativado|desativada|desabilitado|desabilitada|disabled|desligado|off|suspenso|suspensa|excluido|excluida|deleted|removido|removida|oculto|oculta|hidden|invisivel|invisible|indisponivel|unavailable|rascunho|draft|arquivado|arquivada|archived|bloqueado|bloqueada|blocked|fora de linha|descontinuado|descontinuada|discontinued|nao publicado|nao publicada|despublicado|unpublished|privado|private|pendente|pending|cancelado|cancelada|lixeira|trash',
)
/** Whether a client is blocked. */
const BLOCKED = answers(
  'x|bloqueado|bloqueada|blocked|inativo|inativa|inactive|suspenso|suspensa',
  'liberado|liberada|desbloqueado|desbloqueada|ativo|ativa|active',
)
/** Yes or no by a list of words for each; null for what neither holds, which must never mean yes. -1: WooCommerce's draft. */
function answerOf(cell: Cell, { yes, no }: Answers, numbers: Record<number, boolean>): boolean | null {
  if (typeof cell === 'boolean') return cell
  const text = words(cell)
  const n = wholeOf(text)
  if (n !== null) return numbers[n] ?? null
  const word = fold(text)
  return yes.has(word) ? true : no.has(word) ? false : null
}
const LENGTHS: Partial<Record<Field, number>> = {
  name: 160,
  code: 40,
  code_2: 40,
  reference: 40,
  ean: 20,
  description: 5000,
  additional_text: 5000,
}

function readProductCell(field: Field, cell: Cell, issue: (message: string) => void): unknown {
  const text = words(cell)
  switch (field) {
    case 'price':
    case 'price2':
    case 'price3':
    case 'price_promo': {
      if (text === '') return null
      const c = roundCents(typeof cell === 'number' ? cell : text.replace(/^R\$\s*/, ''))
      if (c === null || c < 0 || c > MOST_PRICE) issue(`“${text.slice(0, 30)}” não é um preço. Ex.: 12,90.`)
      return field === 'price_promo' && c === 0 ? null : c
    }
    case 'stock':
    case 'order':
    case 'min_quantity':
    case 'multiple': {
      if (text === '') return field === 'stock' ? null : field === 'order' ? 0 : 1
      const n = wholeOf(text)
      // Other systems write 0 where there is no minimum and no box.
      if (n === 0 && (field === 'min_quantity' || field === 'multiple')) return 1
      const least = field === 'stock' ? -999_999_999 : field === 'order' ? 0 : 1
      if (n === null || n < least || n > 999_999_999) issue(`“${text.slice(0, 30)}” não é um número inteiro válido.`)
      return n
    }
    case 'active': {
      // An empty cell says nothing: what is stored stays, and a new product is for sale.
      if (text === '') return undefined
      const active = answerOf(cell, FOR_SALE, { 1: true, 0: false, [-1]: false })
      if (active === null) issue(`Não sabemos se “${text.slice(0, 30)}” é à venda ou não. Escreva Sim ou Não.`)
      return active ?? undefined
    }
    case 'tags':
      return splitTags(short(text, 2000, issue)).slice(0, 30)
    case 'category':
      return short(text, 1000, issue)
        .split(/[;|]/)
        .map((c) => short(c.trim(), 120, issue))
        .filter(Boolean)
    case 'code':
    case 'code_2':
    case 'reference':
    case 'ean':
      return short(cleanCode(text), LENGTHS[field], issue)
    case 'name':
      if (text.length < 2) issue('Informe um nome com pelo menos 2 letras.')
      return short(text, LENGTHS.name, issue)
    default:
      return short(text, LENGTHS[field], issue)
  }
}
export const PRODUCTS: Kind<Field, Values> = {
  columns: PRODUCT_COLUMNS,
  read: readProductCell,
  key: (v) => (v.code ?? '').toLowerCase(),
  keyLabel: 'Código',
}

/** A client as a sheet tells it. */
export type ClientValues = Partial<Record<Exclude<ClientField, 'price_table' | 'blocked'>, string>> & {
  price_table?: number
  blocked?: boolean
}
const CLIENT_LENGTHS: Partial<Record<ClientField, number>> = {
  name: 120,
  company_name: 160,
  client_code: 40,
  cep: 9,
  street: 160,
  number: 20,
  complement: 80,
  district: 80,
  city: 80,
  state: 2,
}
function readClientCell(field: ClientField, cell: Cell, issue: (message: string) => void): unknown {
  const text = words(cell)
  switch (field) {
    case 'document': {
      const wrong = text ? documentIssue(text, { cpf: false, cnpj: false }) : null
      if (wrong) issue(tell(wrong))
      return bareDocument(text)
    }
    case 'phone':
      if (text && !isPhone(text)) issue('Faltou o DDD no telefone. Ex.: (11) 91234-5678.')
      return phoneDigits(text)
    case 'email':
      if (text && !EMAIL.test(text)) issue('E-mail inválido.')
      return short(text, 254, issue).toLowerCase()
    case 'price_table': {
      const n = text === '' ? 1 : Number(text.replace(/\D/g, ''))
      if (![1, 2, 3].includes(n)) issue('Escolha a tabela 1, 2 ou 3.')
      return n
    }
    case 'blocked': {
      const blocked = text === '' ? false : answerOf(cell, BLOCKED, { 1: true, 0: false })
      if (blocked === null) issue(`Não sabemos se “${text.slice(0, 30)}” é bloqueado ou não. Escreva Sim ou Não.`)
      return blocked ?? undefined
    }
    case 'client_code':
      return short(cleanCode(text), CLIENT_LENGTHS.client_code, issue)
    default:
      return short(text, CLIENT_LENGTHS[field] ?? 160, issue)
  }
}
export const CLIENTS: Kind<ClientField, ClientValues> = {
  columns: CLIENT_COLUMNS,
  read: readClientCell,
  key: (v) => v.document || v.phone || v.email || v.client_code || '',
  keyLabel: 'Cliente',
}

/** A line of a past order. `date` is yyyy-mm-dd; `price` null: the client's price of today. */
export interface PastLine {
  order: string
  date: string
  client: string
  code: string
  quantity: number
  price?: number | null
}
/** "2010-12-01", "01/12/2010 08:26", a moment, or a spreadsheet's day number; null for anything else. */
function readDay(cell: Cell): string | null {
  if (typeof cell === 'number')
    return cell > 20_000 && cell < 80_000
      ? new Date(Math.round((cell - 25_569) * 86_400_000)).toISOString().slice(0, 10)
      : null
  const text = words(cell)
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  const local = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text)
  const [y, m, d] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : []
  if (!y || !m || !d) return null
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const at = new Date(`${day}T12:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day
}
function readOrderCell(field: OrderField, cell: Cell, issue: (message: string) => void): unknown {
  const text = words(cell)
  switch (field) {
    case 'date': {
      const day = readDay(cell)
      if (day === null) issue(`“${text.slice(0, 30)}” não é uma data. Ex.: 21/11/2026.`)
      return day ?? ''
    }
    case 'quantity': {
      const n = wholeOf(text)
      if (n === null || n < 1 || n > 999_999)
        issue(`“${text.slice(0, 30)}” não é uma quantidade. Use números inteiros de 1 a 999.999.`)
      return n
    }
    case 'price':
      return readProductCell('price', cell, issue)
    default:
      if (text === '')
        issue(
          `Falta ${field === 'order' ? 'o número do pedido' : field === 'client' ? 'o cliente' : 'o código do produto'}.`,
        )
      return cleanCode(text).slice(0, 80)
  }
}
/** Past orders: a row per line of an order. */
export const ORDERS: Kind<OrderField, PastLine> = {
  columns: ORDER_COLUMNS,
  read: readOrderCell,
  key: () => '',
  keyLabel: 'Pedido',
}
