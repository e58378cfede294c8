// Front door of price requests on the web.
export { PriceRequests } from './PriceRequests.tsx'
