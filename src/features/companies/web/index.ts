// Front door of companies on the web.
export { SellerFilter } from './SellerFilter.tsx'
export { TableOptions } from './TableOptions.tsx'
