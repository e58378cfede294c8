// Front door of users for other features' screens.
export { AddressFields } from './AddressFields.tsx'
export { LinkPart } from './LinkPart.tsx'
