// Front door of logs on the web.
export { Activity } from './Activity.tsx'
export { LogLines } from './LogLines.tsx'
