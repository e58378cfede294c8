// Front door of users for other features' screens.
export { LinkPart } from './LinkPart.tsx'
