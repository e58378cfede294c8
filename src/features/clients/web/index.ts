// Front door of clients for other features' screens.
export { PersonalLink } from './PersonalLink.tsx'
