// Front door of tags on the web.
export { TagsButton } from './TagsButton.tsx'
