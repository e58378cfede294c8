// Front door of undos on the web.
export { Undos } from './Undos.tsx'
export { takeBack } from './takeBack.ts'
