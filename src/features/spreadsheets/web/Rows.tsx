import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Preview } from '../contract.ts'
import './Rows.css'

interface Props {
  rows: Preview['rows']
  all: number
  name: string
  refused: boolean
  onNotice: (text: string) => void
}
const LABELS: Record<string, string> = { new: 'Novo', changed: 'Alterado', same: 'Sem mudança', refused: 'Recusado' }
/** The rows of one kind: what changes, old → new, or why a row is refused. */
export function Rows({ rows, all, name, refused, onNotice }: Props) {
  const save = () => {
    const cell = (v: string) => `"${v.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"`
    const text = [
      'Linha;Código;Produto;Motivo',
      ...rows.map((r) =>
        [String(r.row), r.code, r.name, r.issues.map((i) => `${i.column}: ${i.message}`).join(' ')].map(cell).join(';'),
      ),
    ].join('\r\n')
    const url = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: 'text/csv' }))
    Object.assign(document.createElement('a'), {
      href: url,
      download: `${name.replace(/\.\w+$/, '')}-recusados.csv`,
    }).click()
    onNotice(t('Lista dos recusados salva.'))
  }
  if (rows.length === 0) return <p className="t2 sm">{t('Nenhuma linha aqui.')}</p>
  return (
    <>
      {refused && (
        <button type="button" className="btn txt small self-start" onClick={save}>
          <Icon name="download" />
          {t('Baixar só os recusados')}
        </button>
      )}
      <div className="panel tablewrap">
        <table className="tbl">
          <thead>
            <tr>
              <th className="num">{t('Linha')}</th>
              <th>{t('Resultado')}</th>
              <th>{t('Código')}</th>
              <th>{t('Nome')}</th>
              <th>{refused ? t('Por quê') : t('O que muda')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.row} className={refused ? 'bad-row' : ''}>
                <td className="num">{r.row}</td>
                <td className="nowrap">
                  <span
                    className={[
                      'mark',
                      r.result === 'refused' && 'bad',
                      r.result === 'changed' && 'info',
                      r.result === 'new' && 'ok',
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  />
                  {t(LABELS[r.result] ?? r.result)}
                </td>
                <td>{r.code}</td>
                <td>{r.name}</td>
                <td>
                  {r.issues.map((i) => (
                    <span className="block bad" key={i.column + i.message}>
                      {i.column && <b>{i.column}: </b>}
                      {i.message}
                    </span>
                  ))}
                  {r.changes.map((c) => (
                    <span className="block" key={c.field}>
                      {c.field} <del>{c.was || '—'}</del> → <b>{c.now || '—'}</b>
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all > rows.length && (
        <p className="sm t2">{t('Mostramos as primeiras {n} de {m}.', { n: rows.length, m: all })}</p>
      )}
    </>
  )
}
