import { useState } from 'react'
import { addImage } from '#features/images/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Drop } from '#web/ui/Drop.tsx'
import { PICTURES } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { pictureAt } from '#shared/picture.ts'

const MOST = 10
/** Up to ten photos in their order: several at once, by drop or choice, moved by drag or by the arrows. */
export function PhotoSlots({ value, onChange }: { value: string[]; onChange: (change: (paths: string[]) => string[]) => void }) {
  const [waiting, setWaiting] = useState<{ done: number; all: number } | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const move = (from: number, to: number) =>
    onChange((list) => {
      if (to < 0 || to >= list.length) return list
      const next = [...list]
      next.splice(to, 0, ...next.splice(from, 1))
      return next
    })
  const upload = async (files: File[]) => {
    const room = MOST - value.length
    if (files.length > room) notify(t('Cabem {n} fotos por produto; enviamos as primeiras.', { n: MOST }))
    const mine = files.slice(0, Math.max(0, room))
    const failed: string[] = []
    setWaiting({ done: 0, all: mine.length })
    for (const [i, file] of mine.entries()) {
      try {
        const { path } = await call(addImage, { typed: {}, files: { image: [file] } })
        onChange((list) => (list.includes(path) ? list : [...list, path]))
      } catch (failure) {
        if (!isFailure(failure)) throw failure
        failed.push(`${file.name}: ${failure.message}`)
      }
      setWaiting({ done: i + 1, all: mine.length })
    }
    setWaiting(null)
    if (failed.length) notify(failed.join(' '))
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
              <button type="button" aria-label={t('Foto {n} para a esquerda', { n: i + 1 })} disabled={i === 0} onClick={() => move(i, i - 1)}>
                <Icon name="left" size="s" />
              </button>
              <button type="button" aria-label={t('Retirar foto {n}', { n: i + 1 })} onClick={() => onChange((list) => list.filter((p) => p !== path))}>
                <Icon name="bin" size="s" />
              </button>
              <button type="button" aria-label={t('Foto {n} para a direita', { n: i + 1 })} disabled={i === value.length - 1} onClick={() => move(i, i + 1)}>
                <Icon name="right" size="s" />
              </button>
            </span>
          </li>
        ))}
        {value.length < MOST && (
          <li>
            <Drop multiple className="slot" accept={PICTURES} onFiles={(files) => void upload(files)}>
              <Icon name="picture" />
              {t('Pôr fotos')}
            </Drop>
          </li>
        )}
      </ul>
      {waiting && (
        <p className="sm t2" role="status">
          <progress value={waiting.done} max={waiting.all} aria-label={t('Enviando fotos')} />{' '}
          {t('Enviando {n} de {m}…', { n: Math.min(waiting.done + 1, waiting.all), m: waiting.all })}
        </p>
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
        if (turn < 8 && e.currentTarget.naturalWidth === e.currentTarget.naturalHeight && e.currentTarget.currentSrc && turn === 0) setTimeout(() => setTurn(1), 1500)
        else if (turn > 0 && turn < 4) setTimeout(() => setTurn(turn + 1), 2000)
      }}
    />
  )
}
