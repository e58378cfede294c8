import { type ReactNode, useState } from 'react'
import { download } from '#web/file.ts'
import { useAct } from '#web/act.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed } from '#web/ui/states.tsx'
import { exportFigures } from '../contract.ts'
import type { Dimension, Period } from '../rules.ts'

/** What is looked at. */
export interface Looked {
  period: Period
  seller_id?: number
  client_id?: number
}
/** As calls ask for it. */
export const queryOf = ({ period, ...whose }: Looked) => ({ ...period, ...whose })
interface Props {
  title: string
  note?: string
  looked: Looked
  by?: Dimension | 'day' | 'together'
  read: { isError: boolean; isPending: boolean; error: unknown; refetch: () => Promise<unknown> }
  /** Between title and chart. */
  choices?: ReactNode
  /** The chart's figures as a table; without one the chart is a table already. */
  table?: ReactNode
  children: ReactNode
}
/** A chart with its table and its CSV. */
export function ChartPanel({ title, note, looked, by, read, choices, table, children }: Props) {
  const [open, setOpen] = useState(false)
  const { busy, act } = useAct()
  const save = () => act(() => download(exportFigures, { query: { ...queryOf(looked), by: by ?? 'day' } }))
  return (
    <section className="panel pad fg-chart" aria-label={title}>
      <div className="fg-chart-head">
        <div className="grow">
          <h2>{title}</h2>
          {note && <p className="sm t2">{note}</p>}
        </div>
        {table && (
          <button type="button" className="btn sec small" aria-pressed={open} onClick={() => setOpen(!open)}>
            <Icon name="sheet" size="s" /> {t('Tabela')}
          </button>
        )}
        {by && (
          <button
            type="button"
            className="btn sec small"
            aria-label={t('Baixar CSV: {title}', { title })}
            disabled={busy}
            onClick={() => void save()}
          >
            <Icon name="download" size="s" /> CSV
          </button>
        )}
      </div>
      {choices && <div className="chips">{choices}</div>}
      {read.isPending ? (
        <div className="fg-wait sk" role="status">
          <span className="sr">{t('Carregando')}</span>
        </div>
      ) : read.isError ? (
        <Failed
          what={t('Não conseguimos carregar este gráfico.')}
          error={read.error}
          retry={() => void read.refetch()}
        />
      ) : (
        <>
          {children}
          {open && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
            <div className="fg-table" role="region" aria-label={t('Tabela')} tabIndex={0}>
              {table}
            </div>
          )}
        </>
      )}
    </section>
  )
}
