import { t } from '#web/i18n.ts'
import type { Company } from '../contract.ts'
import { tableName } from '../rules.ts'

type Named = Pick<Company, 'price_table_config'>
/** A price table by the company's own name for it. */
export const tableWord = (company: Named, n: number) => tableName(company, n) || t('Tabela {n}', { n })
/** The three price tables as a select's options, by the company's own names. */
export const TableOptions = ({ company }: { company: Named }) =>
  [1, 2, 3].map((n) => (
    <option key={n} value={n}>
      {tableWord(company, n)}
    </option>
  ))
