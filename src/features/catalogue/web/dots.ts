// The colour that a choice's name says, for the dot beside it; a name that says none has no dot.
import { fold } from '#features/products/search.ts'

const AXES = /^(cor|cores|color|colour|couleur|tonalidade|esmalte)$/
const NAMED: Record<string, string> = {
  amarelo: '#f2c230',
  areia: '#e2d1b3',
  azul: '#2f6fc4',
  'azul claro': '#8fc1ea',
  'azul marinho': '#1e2f5c',
  bege: '#dcc9a6',
  branco: '#ffffff',
  bronze: '#a87332',
  caramelo: '#b9722f',
  cinza: '#8f9499',
  cobre: '#b5683a',
  coral: '#f27e67',
  creme: '#f3e8cf',
  cru: '#ece2cd',
  dourado: '#cfa544',
  folha: '#5c8a5a',
  grafite: '#45494e',
  laranja: '#ee8130',
  lilas: '#bda3d8',
  marinho: '#1e2f5c',
  marrom: '#6f4a2f',
  mel: '#dba13a',
  mostarda: '#cf9e25',
  musgo: '#62704a',
  natural: '#e0cfae',
  nude: '#e4bfa6',
  oliva: '#80803f',
  off: '#f6f2ea',
  prata: '#c3c7cb',
  preto: '#1b1b1b',
  rosa: '#ec9dbb',
  roxo: '#75459f',
  salmao: '#f4a183',
  terracota: '#b6583a',
  turquesa: '#35b5b0',
  verde: '#3d8f57',
  'verde agua': '#9fd6c2',
  vermelho: '#c9302c',
  vinho: '#6f1d33',
  violeta: '#75459f',
}
/** '' where the axis is no colour, or the name says none: "Azul-marinho" before "Azul". */
export function dotOf(axis: string, value: string): string {
  if (!AXES.test(fold(axis))) return ''
  const [first = '', second = ''] = fold(value).split(' ')
  const plain = (w: string) => NAMED[w] ?? NAMED[w.replace(/a$/, 'o')] ?? ''
  return NAMED[`${first} ${second}`] ?? plain(first)
}
