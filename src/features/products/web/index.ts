// Front door of products on the web.
export { catalogue, openCatalogue, plantCatalogue, promotions, renewCatalogue } from './catalogue.ts'
export { CataloguePage, typed } from './CataloguePage.tsx'
export { SearchField } from './CatalogueHead.tsx'
export { ProductCard } from './ProductCard.tsx'
