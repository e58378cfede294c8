// Front door of the admin's side of products, in its own chunk.
export { productsChanged, undo } from './changes.ts'
