// The currencies that users of a company may have.
const CURRENCIES = ['BRL', 'USD', 'EUR', 'JPY', 'GBP', 'CAD']
/** Importers have their prices in dollars and one exchange rate, to reais: no other currency can be shown. */
const IMPORTER = ['BRL', 'USD']

export const currenciesOf = ({ importer }: { importer: boolean }) => (importer ? IMPORTER : CURRENCIES)
export const currencyAllowed = (currency: string, company: { importer: boolean }) =>
  currenciesOf(company).includes(currency)
/** A choice of one: also what is chosen, where it may not be chosen any more. */
export const currencyChoice = (chosen: string, company: { importer: boolean }) => [
  ...new Set([...currenciesOf(company), chosen]),
]
