import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import type { Preview } from '../contract.ts'

/** Where in the file its table stands, as a person chose it; what is not here is guessed. */
export interface Place {
  tab?: number
  header_row?: number
}
const KINDS: Record<Preview['file']['what'], { label: string }> = {
  xlsx: { label: 'Planilha do Excel' },
  xls: { label: 'Planilha antiga do Excel (.xls)' },
  ods: { label: 'Planilha do LibreOffice (.ods)' },
  html: { label: 'Tabela de página da web (HTML)' },
  xml: { label: 'Lista em XML' },
  semicolons: { label: 'Texto separado por ponto e vírgula' },
  commas: { label: 'Texto separado por vírgula' },
  tabs: { label: 'Texto separado por tabulação' },
  bars: { label: 'Texto separado por barra' },
}
/** What the file turned out to be, whatever it is called. */
export const whatIs = (file: Preview['file']) => t(KINDS[file.what].label)
/** The tab and the row where the table begins: guessed, and to be chosen. */
export function Where({ file, onPlace }: { file: Preview['file']; onPlace: (place: Place) => void }) {
  const known = file.lines.some((l) => l.row === file.header_row)
  return (
    <div className="fields three">
      {file.tabs.length > 1 && (
        <Field label={t('Aba')}>
          <select className="in" value={file.tab} onChange={(e) => onPlace({ tab: Number(e.target.value) })}>
            {file.tabs.map((name, i) => (
              <option key={i} value={i}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={t('Linha dos títulos')}>
        <select
          className="in"
          value={file.header_row}
          onChange={(e) =>
            onPlace({ ...(file.tabs.length > 1 && { tab: file.tab }), header_row: Number(e.target.value) })
          }
        >
          {!known && <option value={file.header_row}>{file.header_row}</option>}
          {file.lines.map((l) => (
            <option key={l.row} value={l.row}>
              {`${l.row}: ${l.text}`}
            </option>
          ))}
        </select>
      </Field>
    </div>
  )
}
