// The receipts whose links this device keeps.
export interface KeptReceipt {
  token: string
  number: number | null
  name: string
  total: number | null
  currency: string
  at: string
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
  localStorage.setItem(RECEIPTS, JSON.stringify([r, ...keptReceipts().filter((x) => x.token !== r.token)].slice(0, 50)))
}
