// Front door of users for other features.
export { findUser } from './queries.ts'
export { provePassword } from './password.ts'
export { forgetTries } from './writes.ts'
export { personalLink, routes } from './routes.ts'
export { sendPasswordLink } from './reset.ts'
export { createIn, updateIn } from './save.ts'
export { addClients, type ClientRow, changeClients, findClientRows, findSellersByName } from './sheet/writes.ts'
