// Front door of clients for other features' screens.
export { clientCard, useKeptHabits, useKeptSpots } from './kept.ts'
export { sendClient } from './outbox.ts'
export { PersonalLink } from './PersonalLink.tsx'
export { useClients } from './useClients.ts'
export { sinceLast } from './words.ts'
