// Front door of companies on the web.
export { TableOptions } from './TableOptions.tsx'
