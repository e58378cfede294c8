import { useState } from 'react'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Drop } from '#web/ui/Drop.tsx'
import { PICTURES } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { pictureAt } from '#shared/picture.ts'
import { type Uploads, useUploads } from '#web/useUploads.ts'
import { addImage } from '../../contract.ts'
import './PhotoSlots.css'

const MOST = 10
/** Brings photos to the server and names them in the form. */
export const useProductPhotos = (onChange: (change: (paths: string[]) => string[]) => void) =>
  useUploads(async (file, signal) => {
    const { path } = await call(addImage, { typed: {}, files: { image: [file] }, signal })
    onChange((list) => (list.includes(path) ? list : [...list, path]))
  })
interface Props {
  value: string[]
  uploads: Uploads
  onChange: (change: (paths: string[]) => string[]) => void
}
/** Up to ten photos in their order: several at once, by drop or choice, moved by drag or by the arrows. */
export function PhotoSlots({ value, uploads, onChange }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const room = MOST - value.length - (uploads.all - uploads.done) - uploads.failed.length
  const move = (from: number, to: number) =>
    onChange((list) => {
      if (to < 0 || to >= list.length) return list
      const next = [...list]
      next.splice(to, 0, ...next.splice(from, 1))
      return next
    })
  const add = (files: File[]) => {
    if (files.length > room) notify(t('Cabem {n} fotos por produto; enviamos as primeiras.', { n: MOST }))
    uploads.add(files.slice(0, Math.max(0, room)))
  }
  return (
    <div className="col g3">
      <ul className="slots">
        {value.map((path, i) => (
          // Dragging is a shortcut: the arrows do the same by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            className={`slot${over === i && dragged !== i ? ' over' : ''}`}
            key={path}
            draggable
            onDragStart={() => setDragged(i)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(e) => {
              e.preventDefault()
              setOver(i)
            }}
            onDrop={(e) => {
              e.preventDefault()
              setOver(null)
              if (dragged !== null) move(dragged, i)
            }}
          >
            <Uploaded path={path} label={t('Foto {n}', { n: i + 1 })} />
            {i === 0 && <span className="tag first">{t('Capa')}</span>}
            <span className="acts-on">
              <button
                type="button"
                aria-label={t('Foto {n} para a esquerda', { n: i + 1 })}
                disabled={i === 0}
                onClick={() => move(i, i - 1)}
              >
                <Icon name="left" size="s" />
              </button>
              <button
                type="button"
                aria-label={t('Retirar foto {n}', { n: i + 1 })}
                onClick={() => onChange((list) => list.filter((p) => p !== path))}
              >
                <Icon name="bin" size="s" />
              </button>
              <button
                type="button"
                aria-label={t('Foto {n} para a direita', { n: i + 1 })}
                disabled={i === value.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <Icon name="right" size="s" />
              </button>
            </span>
          </li>
        ))}
        {room > 0 && (
          <li>
            <Drop multiple className="slot" accept={PICTURES} onFiles={add}>
              <Icon name="picture" />
              {t('Adicionar fotos')}
            </Drop>
          </li>
        )}
      </ul>
      {uploads.busy && (
        <div className="row">
          <p className="sm t2 grow" role="status">
            <progress value={uploads.done} max={uploads.all} aria-label={t('Enviando fotos')} />{' '}
            {t('Enviando {n} de {m}…', { n: Math.min(uploads.done + 1, uploads.all), m: uploads.all })}
          </p>
          <button type="button" className="btn txt small" onClick={uploads.cancel}>
            {t('Cancelar o envio')}
          </button>
        </div>
      )}
      {uploads.failed.length > 0 && (
        <div className="note bad col g1" role="alert">
          {uploads.failed.map((u) => (
            <p className="row wrap" key={u.key}>
              <span className="grow">{t('{name} não foi enviada: {why}', { name: u.file.name, why: t(u.why) })}</span>
              <button type="button" className="btn sec small" onClick={() => uploads.retry(u.key)}>
                {t('Tentar de novo')}
              </button>
              <button type="button" className="btn txt small" onClick={() => uploads.drop(u.key)}>
                {t('Deixar de fora')}
              </button>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
/** A picture whose widths may still be in the making: asked for again until it is there. */
function Uploaded({ path, label }: { path: string; label: string }) {
  const [turn, setTurn] = useState(0)
  return (
    <img
      src={`${pictureAt(path, 400)}${turn ? `?${turn}` : ''}`}
      alt={label}
      onLoad={(e) => {
        // The placeholder is a drawing of 400 px; the picture itself comes a moment later.
        if (
          turn < 8 &&
          e.currentTarget.naturalWidth === e.currentTarget.naturalHeight &&
          e.currentTarget.currentSrc &&
          turn === 0
        )
          setTimeout(() => setTurn(1), 1500)
        else if (turn > 0 && turn < 4) setTimeout(() => setTurn(turn + 1), 2000)
      }}
    />
  )
}
