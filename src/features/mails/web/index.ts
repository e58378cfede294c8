// Front door of mails on the web.
export { WaitingAddresses } from './WaitingAddresses.tsx'
