// Front door of orders on the web.
export { followFresh, freshOrders } from './fresh.ts'
export { keepReceipt, keptReceipts } from './receipts.ts'
