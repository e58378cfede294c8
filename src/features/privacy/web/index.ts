// Front door of privacy on the web.
export { DataPart } from './DataPart.tsx'
export { PersonData } from './PersonData.tsx'
