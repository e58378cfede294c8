// Front door of profiles for other features' screens.
export { useKeptEntities } from './kept.ts'
