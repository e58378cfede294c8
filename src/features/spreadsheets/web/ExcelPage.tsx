import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Exports } from './Exports.tsx'
import { Import } from './Import.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

/** Products in and out by spreadsheet, and the sales to take along. */
export default function ExcelPage() {
  const [checking, setChecking] = useState(false)
  return (
    <Queries>
      <div className="page">
        <div className="head">
          <h1 className="h1">{t('Integração Excel')}</h1>
        </div>
        <Import onChecking={setChecking} />
        {!checking && <Exports />}
      </div>
    </Queries>
  )
}
