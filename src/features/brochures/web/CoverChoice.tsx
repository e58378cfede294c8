import { useState } from 'react'
import { pictureAt } from '#shared/picture.ts'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { COVERS, type Cover } from '../rules.ts'

const NAMES: Record<Cover, string> = {
  paginas: 'Sua página de capa, se houver',
  foto: 'Foto e marca',
  cor: 'Cor da empresa',
  faixas: 'Faixas nas cores da empresa',
  moldura: 'Moldura',
}
const SHOWN = 120
interface Props {
  cover: Cover
  /** '': the first product's. */
  photo: string
  photos: string[]
  error: string | undefined
  onChange: (cover: Cover, photo: string) => void
}
/** The company's own cover, or one drawn from its colours, logo and a photo. */
export function CoverChoice({ cover, photo, photos, error, onChange }: Props) {
  const [choosing, setChoosing] = useState(false)
  const choose = (path: string) => {
    onChange(cover, path)
    setChoosing(false)
  }
  return (
    <div className="col g3">
      <Field label={t('Capa')} error={error}>
        <select className="in" value={cover} onChange={(e) => onChange(e.target.value as Cover, photo)}>
          {COVERS.map((c) => (
            <option key={c} value={c}>
              {t(NAMES[c])}
            </option>
          ))}
        </select>
      </Field>
      {(cover === 'foto' || cover === 'paginas') && photos.length > 0 && (
        <div className="row">
          <span className="thumb">
            <img src={pictureAt(photo || (photos[0] as string), 160)} alt="" />
          </span>
          <button type="button" className="btn sec small" onClick={() => setChoosing(true)}>
            {t('Escolher a foto da capa')}
          </button>
        </div>
      )}
      {choosing && (
        <Modal className="dialog coverphotos" label={t('Foto da capa')} onClose={() => setChoosing(false)}>
          <h2>{t('Foto da capa')}</h2>
          <div className="coverlist">
            {photos.slice(0, SHOWN).map((path, n) => (
              <button
                key={path}
                type="button"
                aria-label={t('Foto {n}', { n: n + 1 })}
                aria-pressed={path === (photo || photos[0])}
                onClick={() => choose(path)}
              >
                <img src={pictureAt(path, 160)} alt="" loading="lazy" />
              </button>
            ))}
          </div>
          <div className="acts">
            <button type="button" className="btn sec" onClick={() => setChoosing(false)}>
              {t('Fechar')}
            </button>
          </div>
        </Modal>
      )}
    </div>
  )
}
