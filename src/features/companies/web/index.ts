// Front door of companies on the web.
export { SellerFilter } from './SellerFilter.tsx'
export { TableOptions, tableWord } from './TableOptions.tsx'
