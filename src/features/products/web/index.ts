// Front door of products on the web.
export { catalogue, openCatalogue, plantCatalogue, renewCatalogue } from './catalogue.ts'
export { CataloguePage, typed } from './CataloguePage.tsx'
export { CategoryTiles, ListTitle, SearchField } from './CatalogueHead.tsx'
export { type CardContext, photo, Photo, ProductCard } from './ProductCard.tsx'
