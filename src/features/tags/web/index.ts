// Front door of tags on the web.
export { useTags } from './useTags.tsx'
