// Front door of proposals on the web.
export { Offered } from './Offered.tsx'
export { PdfButton } from './PdfButton.tsx'
