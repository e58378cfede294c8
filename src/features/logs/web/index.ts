// Front door of logs on the web.
export { LogLines } from './LogLines.tsx'
export { LogList } from './LogList.tsx'
