// Front door of clients for other features' screens.
export { clientCard, useKeptClients, useKeptHabits, useKeptSpots } from './kept.ts'
export { sendClient } from './outbox.ts'
export { PersonalLink } from './PersonalLink.tsx'
export { sinceLast } from './words.ts'
