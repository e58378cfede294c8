import { t } from '#web/i18n.ts'
import { COLUMNS, type SheetKind } from '../columns.ts'
import type { Preview } from '../contract.ts'

interface Props {
  kind: SheetKind
  columns: Preview['columns']
  /** What each column is, as it was chosen last; answers come later. */
  mapping: (string | null)[]
  open: boolean
  onOpen: (open: boolean) => void
  onMapping: (mapping: (string | null)[]) => void
}
/** What each column of the sheet is. It stays open while somebody chooses. */
export function Columns({ kind, columns, mapping, open, onOpen, onMapping }: Props) {
  return (
    <details open={open} onToggle={(e) => onOpen(e.currentTarget.open)}>
      <summary className="b">{t('Colunas')}</summary>
      <div className="panel tablewrap spaced">
        <table className="tbl">
          <thead>
            <tr>
              <th>{t('Na planilha')}</th>
              <th>{t('Exemplos')}</th>
              <th>{t('É')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((c, i) => (
              <tr key={i}>
                <td>
                  <b>{c.header || t('(sem título)')}</b>
                </td>
                <td className="t2">{c.samples.join(' · ')}</td>
                <td>
                  <select
                    className="in"
                    aria-label={t('O que é a coluna {name}', { name: c.header })}
                    value={mapping[i] ?? ''}
                    onChange={(e) => {
                      const chosen = e.target.value || null
                      // One field stands in one column: where it stood before it is left out.
                      onMapping(mapping.map((field, n) => (n === i ? chosen : field === chosen ? null : field)))
                    }}
                  >
                    <option value="">{t('Deixar de fora')}</option>
                    {Object.entries(COLUMNS[kind]).map(([f, { header }]) => (
                      <option key={f} value={f}>
                        {t(header)}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
