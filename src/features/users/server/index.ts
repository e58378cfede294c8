// Front door of users for other features.
export { findUser } from './queries.ts'
export { routes } from './routes.ts'
export { addClients, type ClientRow, changeClients, findClientRows, findSellersByName } from './sheet/writes.ts'
