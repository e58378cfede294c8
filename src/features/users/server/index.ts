// Front door of users for other features.
export { person } from './person.ts'
export { bareOf, findUser, type UserRow, userColumns, userOf, withPortrait } from './queries.ts'
export { provePassword } from './password.ts'
export {
  createCard,
  createClientIn,
  findSame,
  markKnownElsewhere,
  ofPortfolio,
  type Same,
  suspects,
} from './clients.ts'
export { type Alike, CLIENT_KEYS } from './queries.ts'
export { dropSessions, findEmailOwner, forgetTries, isSellerHere } from './writes.ts'
export { personalLink, routes } from './routes.ts'
export { formerSellersReach, leaves } from './remaining-access.ts'
export { noteLinkViews } from './writes.ts'
export { sendPasswordLinks } from './reset.ts'
export { createIn, needRoom, updateIn } from './save.ts'
export {
  addClients,
  type ClientRow,
  changeClients,
  findClientRows,
  findMergedCards,
  findSellersByName,
  type MergedCard,
} from './sheet/writes.ts'
