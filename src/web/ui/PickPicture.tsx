import { useEffect, useMemo } from 'react'
import { pictureAt } from '#shared/picture.ts'
import { t } from '../i18n.ts'
import { FileButton } from './FileButton.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  /** The picture that stands; '' for none. */
  path?: string
  /** The one chosen, until it is sent. */
  file: File | null
  onChoose: (file: File) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}
/** A picture of a form: the one that stands, or the one just chosen, which goes with the form. */
export function PickPicture({ path = '', file, onChoose, ...control }: Props) {
  const chosen = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(chosen ?? ''), [chosen])
  const src = chosen ?? (path && pictureAt(path, 160))
  return (
    <div className="row">
      <span className="thumb">{src ? <img src={src} alt="" /> : <Icon name="picture" />}</span>
      <FileButton {...control} onFile={onChoose}>
        {src ? t('Trocar') : t('Escolher imagem')}
      </FileButton>
      {file && <span className="clip sm t2">{file.name}</span>}
    </div>
  )
}
