// Front door of clients for other features' screens.
export { clientCard, useKeptClients, useKeptHabits } from './kept.ts'
export { PersonalLink } from './PersonalLink.tsx'
export { sinceLast } from './words.ts'
