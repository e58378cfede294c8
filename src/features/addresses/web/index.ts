// Front door of addresses on the web.
export { CepInput } from './CepInput.tsx'
