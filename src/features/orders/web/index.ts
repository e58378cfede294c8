// Front door of orders on the web.
export { keepReceipt } from './receipts.ts'
