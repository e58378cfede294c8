import { t } from '#web/i18n.ts'
import { type Company, tableName } from '../contract.ts'

/** The three price tables as a select's options, by the company's own names. */
export const TableOptions = ({ company }: { company: Pick<Company, 'price_table_config'> }) =>
  [1, 2, 3].map((n) => (
    <option key={n} value={n}>
      {tableName(company, n) || t('Tabela {n}', { n })}
    </option>
  ))
