/** Brazil's time zones as people call them, the most used first. */
export const BRAZIL_ZONES: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'São Paulo, Brasília',
  'America/Bahia': 'Bahia',
  'America/Recife': 'Recife',
  'America/Fortaleza': 'Fortaleza',
  'America/Maceio': 'Maceió',
  'America/Araguaina': 'Araguaína',
  'America/Belem': 'Belém',
  'America/Santarem': 'Santarém',
  'America/Noronha': 'Fernando de Noronha',
  'America/Manaus': 'Manaus',
  'America/Cuiaba': 'Cuiabá',
  'America/Campo_Grande': 'Campo Grande',
  'America/Porto_Velho': 'Porto Velho',
  'America/Boa_Vista': 'Boa Vista',
  'America/Rio_Branco': 'Rio Branco',
  'America/Eirunepe': 'Eirunepé',
}
/** A zone by its city: "Rio Branco", "Port of Spain". */
export const zoneName = (zone: string): string =>
  BRAZIL_ZONES[zone] ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
