// What the server's first screen is drawn from: pure components, nothing that reads the browser.
export { CategoryTiles, ListTitle, SearchField } from './CatalogueHead.tsx'
export { ProductCard } from './ProductCard.tsx'
