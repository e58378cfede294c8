// Front door of logs on the web.
export { LogLines } from './LogLines.tsx'
