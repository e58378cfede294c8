// Front door of undos on the web.
export { Undos } from './Undos.tsx'
export { someOf, takeBack } from './takeBack.ts'
