import { t } from '../i18n.ts'
import { Modal } from './Dialog.tsx'

/** One value that was changed here and elsewhere, as a person reads it. */
export interface Clash {
  label: string
  theirs: string
  mine: string
}
interface Props {
  title: string
  clashes: Clash[]
  /** Back to the form: what was typed stays, nothing is saved. */
  onClose: () => void
  onMine: () => void
  onTheirs: () => void
}
/** Two people, one field: what is stored beside what was typed, and which of the two holds. */
export function ConflictDialog({ title, clashes, onClose, onMine, onTheirs }: Props) {
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <h2>{title}</h2>
      <p className="t2">{t('Enquanto você editava, estes campos mudaram. Compare e escolha.')}</p>
      <table className="tbl">
        <thead>
          <tr>
            <th>{t('Campo')}</th>
            <th>{t('Está gravado')}</th>
            <th>{t('O seu')}</th>
          </tr>
        </thead>
        <tbody>
          {clashes.map((c) => (
            <tr key={c.label}>
              <td>{c.label}</td>
              <td>{c.theirs || '—'}</td>
              <td>
                <b>{c.mine || '—'}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="acts">
        <button type="button" className="btn txt" onClick={onClose}>
          {t('Voltar')}
        </button>
        <button type="button" className="btn sec" onClick={onTheirs}>
          {t('Ficar com o gravado')}
        </button>
        <button type="button" className="btn pri" onClick={onMine}>
          {t('Salvar o meu')}
        </button>
      </div>
    </Modal>
  )
}
