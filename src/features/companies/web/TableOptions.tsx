import { t } from '#web/i18n.ts'
import type { Company } from '../contract.ts'
import { tableName } from '../rules.ts'

/** The three price tables as a select's options, by the company's own names. */
export const TableOptions = ({ company }: { company: Pick<Company, 'price_table_config'> }) =>
  [1, 2, 3].map((n) => (
    <option key={n} value={n}>
      {tableName(company, n) || t('Tabela {n}', { n })}
    </option>
  ))
