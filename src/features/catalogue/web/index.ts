// Front door of what buyers see.
export { CataloguePage } from './CataloguePage.tsx'
export { SearchField } from './CatalogueHead.tsx'
export { promotions } from './wishes.ts'
