// Front door of spreadsheets for other features.
export { routes } from './routes.ts'
export { productsSheet, salesSheet } from './export.ts'
