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
  settle: (choice: 'mine' | 'theirs') => void
  save: () => void
}
/** Two people, one field: what is stored beside what was typed, and which of the two holds. */
export function ConflictDialog({ title, clashes, settle, save }: Props) {
  /** Back to the form: what was typed stays, nothing is saved. */
  const close = () => settle('mine')
  const saveMine = () => {
    settle('mine')
    save()
  }
  return (
    <Modal className="dialog" label={title} onClose={close}>
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
        <button type="button" className="btn txt" onClick={close}>
          {t('Voltar')}
        </button>
        <button type="button" className="btn sec" onClick={() => settle('theirs')}>
          {t('Ficar com o gravado')}
        </button>
        <button type="button" className="btn pri" onClick={saveMine}>
          {t('Salvar o meu')}
        </button>
      </div>
    </Modal>
  )
}
