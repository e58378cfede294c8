// Which time zone a place in Brazil has. States: the comments of the IANA time zone database's zone.tab; where a state has
// two zones the one of its capital. CEPs: the ranges of the states that Correios publishes (buscacep, "Faixas de CEP").
import { isState } from './states.ts'

const ZONE_OF_STATE: Record<string, string> = {
  AC: 'Rio_Branco',
  AL: 'Maceio',
  AM: 'Manaus',
  AP: 'Belem',
  BA: 'Bahia',
  CE: 'Fortaleza',
  MA: 'Fortaleza',
  MS: 'Campo_Grande',
  MT: 'Cuiaba',
  PA: 'Belem',
  PB: 'Fortaleza',
  PE: 'Recife',
  PI: 'Fortaleza',
  RN: 'Fortaleza',
  RO: 'Porto_Velho',
  RR: 'Boa_Vista',
  SE: 'Maceio',
  TO: 'Araguaina',
}
/** The zone of a state by its two letters; null for what is none. */
export const zoneOfState = (state: string): string | null =>
  isState(state) ? `America/${ZONE_OF_STATE[state.trim().toUpperCase()] ?? 'Sao_Paulo'}` : null

/** The first five digits of the lowest CEP of each range, with the range's state. */
const STATE_FROM: [number, string][] = [
  [1000, 'SP'],
  [20000, 'RJ'],
  [29000, 'ES'],
  [30000, 'MG'],
  [40000, 'BA'],
  [49000, 'SE'],
  [50000, 'PE'],
  [57000, 'AL'],
  [58000, 'PB'],
  [59000, 'RN'],
  [60000, 'CE'],
  [64000, 'PI'],
  [65000, 'MA'],
  [66000, 'PA'],
  [68900, 'AP'],
  [69000, 'AM'],
  [69300, 'RR'],
  [69400, 'AM'],
  [69900, 'AC'],
  [70000, 'DF'],
  [72800, 'GO'],
  [73000, 'DF'],
  [73700, 'GO'],
  [76800, 'RO'],
  [77000, 'TO'],
  [78000, 'MT'],
  [78900, 'RO'],
  [79000, 'MS'],
  [80000, 'PR'],
  [88000, 'SC'],
  [90000, 'RS'],
]
/** Fernando de Noronha belongs to Pernambuco and lies an hour ahead of it. */
const NORONHA = '53990'
/** The zone of a CEP, with or without its hyphen; null for what is none. */
export function zoneOfCep(cep: string): string | null {
  if (!/^\s*\d{5}-?\d{3}\s*$/.test(cep)) return null
  const start = cep.trim().slice(0, 5)
  if (start === NORONHA) return 'America/Noronha'
  const state = STATE_FROM.findLast(([from]) => Number(start) >= from)?.[1]
  return state ? zoneOfState(state) : null
}
