import { useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Exports } from './Exports.tsx'
import { Import } from './Import.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

/** Products in and out by spreadsheet, and the sales to take along. */
export default function ExcelPage({ company }: { company: Pick<Company, 'price_table_config'> }) {
  const [checking, setChecking] = useState(false)
  return (
    <Queries>
      <div className="page">
        <div className="head">
          <h1 className="h1">{t('Integração Excel')}</h1>
        </div>
        <Import onChecking={setChecking} />
        {!checking && <Exports company={company} />}
      </div>
    </Queries>
  )
}
