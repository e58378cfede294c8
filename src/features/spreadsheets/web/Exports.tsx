import { useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { tableName } from '#features/companies/rules.ts'
import { addDays } from '#shared/day.ts'
import { attempt } from '#web/act.ts'
import type { Failure } from '#web/api.ts'
import { today } from '#web/device/day.ts'
import { download } from '#web/file.ts'
import { t } from '#web/i18n.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { notify } from '#web/ui/snack.tsx'
import { BASE_FIELDS, FIELDS, labelOf } from '../columns.ts'
import { exportProducts, exportSales } from '../contract.ts'

type Tables = Pick<Company, 'price_table_config'>
type Column = (typeof FIELDS)[number]
type Sheet = 'products' | 'sales'
/** A column by its name in the sheet; a price table also by what the company calls it. */
function nameOf(field: Column, company: Tables): string {
  const own = tableName(company, ['price', 'price2', 'price3'].indexOf(field) + 1)
  return own ? `${own} (${t(labelOf(field))})` : t(labelOf(field))
}
export function Exports({ company }: { company: Tables }) {
  const [extra, setExtra] = useState<string[]>([])
  const [from, setFrom] = useState(() => addDays(today(), -29))
  const [until, setUntil] = useState(today)
  const [busy, setBusy] = useState<Sheet | ''>('')
  const [stopped, setStopped] = useState<{ what: Sheet; failure: Failure } | null>(null)
  const run = async (what: Sheet, work: () => Promise<void>) => {
    setBusy(what)
    setStopped(null)
    await attempt(
      async () => {
        await work()
        notify(t('Planilha baixada.'))
      },
      (failure) => setStopped({ what, failure }),
    ).finally(() => setBusy(''))
  }
  const period = Object.values(stopped?.failure.errors ?? {})[0]?.[0]
  const problem = (what: Sheet) => (stopped?.what === what && !period ? stopped.failure.message : '')
  return (
    <>
      <section className="sect">
        <h2>{t('Exportar produtos')}</h2>
        <p className="t2">
          {t('Uma planilha com {list}. O mesmo arquivo, mudado, pode voltar por aqui.', {
            list: BASE_FIELDS.map((f) => nameOf(f, company)).join(', '),
          })}
        </p>
        <fieldset>
          <legend className="b sm">{t('Colunas extras')}</legend>
          <div className="chips chipsrow wrap">
            {FIELDS.filter((f) => !BASE_FIELDS.includes(f)).map((f) => (
              <Chip
                key={f}
                on={extra.includes(f)}
                onClick={() => setExtra(extra.includes(f) ? extra.filter((x) => x !== f) : [...extra, f])}
              >
                {nameOf(f, company)}
              </Chip>
            ))}
          </div>
        </fieldset>
        <Problem words={problem('products')} />
        <button
          type="button"
          className="btn sec self-start"
          disabled={busy !== ''}
          onClick={() => void run('products', () => download(exportProducts, { typed: { extra_fields: extra } }))}
        >
          <Icon name="download" />
          {busy === 'products' ? t('Preparando…') : t('Baixar produtos')}
        </button>
      </section>
      <section className="sect">
        <h2>{t('Exportar vendas')}</h2>
        <div className="fields three">
          <Field label={t('De')}>
            <input className="in" type="date" value={from} onChange={(e) => setFrom(e.target.value)} />
          </Field>
          <Field label={t('Até')} error={period}>
            <input className="in" type="date" value={until} onChange={(e) => setUntil(e.target.value)} />
          </Field>
        </div>
        <Problem words={problem('sales')} />
        <button
          type="button"
          className="btn sec self-start"
          disabled={busy !== ''}
          onClick={() =>
            void run('sales', () => download(exportSales, { typed: { start_date: from, end_date: until } }))
          }
        >
          <Icon name="download" />
          {busy === 'sales' ? t('Preparando…') : t('Baixar vendas')}
        </button>
      </section>
    </>
  )
}
