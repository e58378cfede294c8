// Front door of products on the web.
export { type Catalogue, catalogue, finding, plantCatalogue, typed } from './catalogue.ts'
export { lookAs, openCopy } from './open.ts'
export { type CardContext, Price, ProductCard, productHref } from './ProductCard.tsx'
