// Front door of products on the web.
export {
  type Catalogue,
  catalogue,
  lookAs,
  openCatalogue,
  plantCatalogue,
  renewCatalogue,
  typed,
} from './catalogue.ts'
export { type CardContext, Price, ProductCard, productHref } from './ProductCard.tsx'
