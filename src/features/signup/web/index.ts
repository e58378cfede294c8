// Front door of signup on the web.
export { SampleNote } from './SampleNote.tsx'
