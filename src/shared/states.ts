// The 27 states of Brazil.
const STATES = new Set('AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' '))
export const isState = (text: string) => STATES.has(text.trim().toUpperCase())
