// The receipts whose links this device keeps.
import type { OrderLine } from '../contract.ts'

export interface KeptReceipt {
  token: string
  number: number | null
  name: string
  total: number | null
  currency: string
  at: string
  /** What was ordered, of the last one: it is ordered again without asking anybody. */
  lines?: Pick<OrderLine, 'product_id' | 'name' | 'specs' | 'quantity'>[]
}
const RECEIPTS = 'mo_receipts'
/** Receipts whose links this browser keeps, newest first. */
export function keptReceipts(): KeptReceipt[] {
  try {
    return JSON.parse(localStorage.getItem(RECEIPTS) ?? '[]') as KeptReceipt[]
  } catch {
    return []
  }
}
export function keepReceipt(r: KeptReceipt): void {
  const before = keptReceipts().filter((x) => x.token !== r.token)
  localStorage.setItem(RECEIPTS, JSON.stringify([r, ...before.map(({ lines: _, ...x }) => x)].slice(0, 50)))
}
