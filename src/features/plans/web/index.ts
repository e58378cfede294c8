// Front door of plans for other features' screens.
export { roomWords } from './words.ts'
