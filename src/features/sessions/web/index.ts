// Front door of sessions on the web.
export { useEntry } from './useEntry.ts'
