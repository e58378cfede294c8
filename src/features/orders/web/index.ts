// Front door of orders on the web.
export { followOrders, nameOf } from './data.ts'
export { fresh } from './fresh.ts'
export { PaperButton } from './Paper.tsx'
export { TermChoice } from './TermChoice.tsx'
export { keepReceipt, type KeptReceipt, keptReceipts } from './receipts.ts'
