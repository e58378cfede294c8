// Front door of products on the web.
export { catalogue, openCatalogue, plantCatalogue, renewCatalogue, typed } from './catalogue.ts'
export { type CardContext, Price, ProductCard, productHref } from './ProductCard.tsx'
