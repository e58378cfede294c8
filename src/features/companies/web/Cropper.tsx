import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import './Cropper.css'

/** Cuts a picture to a banner's shape: drag or arrow keys move it, the slider brings it
 * nearer. Answers WebP at up to 3×. */
export function Cropper({
  file,
  width,
  height,
  onDone,
  onClose,
}: {
  file: File
  width: number
  height: number
  onDone: (cut: File) => void
  onClose: () => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [failed, setFailed] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [at, setAt] = useState({ x: 0.5, y: 0.5 })
  const held = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    createImageBitmap(file).then(setPicture, () => setFailed(true))
  }, [file])
  // As much of the picture as the shape holds, around the point that was chosen.
  const cut =
    picture &&
    (() => {
      const scale = Math.max(width / picture.width, height / picture.height) * zoom
      const w = width / scale
      const h = height / scale
      return { sx: (picture.width - w) * at.x, sy: (picture.height - h) * at.y, w, h }
    })()
  const draw = (target: HTMLCanvasElement, times: number) => {
    if (!picture || !cut) return
    target.width = width * times
    target.height = height * times
    target.getContext('2d')?.drawImage(picture, cut.sx, cut.sy, cut.w, cut.h, 0, 0, width * times, height * times)
  }
  useEffect(() => {
    if (canvas.current) draw(canvas.current, 1)
  })
  const move = (dx: number, dy: number) =>
    setAt((p) => ({ x: Math.min(1, Math.max(0, p.x - dx)), y: Math.min(1, Math.max(0, p.y - dy)) }))
  const done = async () => {
    if (!cut) return
    const times = Math.min(3, Math.max(1, Math.floor(cut.w / width)))
    const full = document.createElement('canvas')
    draw(full, times)
    const blob = await new Promise<Blob | null>((give) => full.toBlob(give, 'image/webp', 0.9))
    if (blob) onDone(new File([blob], 'banner.webp', { type: 'image/webp' }))
  }
  return (
    <Modal className="dialog crop" label={t('Recortar imagem')} onClose={onClose}>
      <h2>{t('Recortar imagem')}</h2>
      {failed ? (
        <p className="note bad" role="alert">
          {t('Não conseguimos ler esta imagem. Envie JPEG, PNG ou WebP.')}
        </p>
      ) : (
        <>
          <p className="t2 sm">
            {t('Arraste a imagem, ou use as setas, até ficar como quer. {w} × {h}.', { w: width, h: height })}
          </p>
          <canvas
            ref={canvas}
            className="cropview"
            tabIndex={0}
            role="img"
            aria-label={t('Recorte da imagem; as setas movem')}
            onKeyDown={(e) => {
              const step = { ArrowLeft: [0.05, 0], ArrowRight: [-0.05, 0], ArrowUp: [0, 0.05], ArrowDown: [0, -0.05] }[
                e.key
              ]
              if (!step) return
              e.preventDefault()
              move(step[0] as number, step[1] as number)
            }}
            onPointerDown={(e) => {
              held.current = { x: e.clientX, y: e.clientY }
              e.currentTarget.setPointerCapture(e.pointerId)
            }}
            onPointerMove={(e) => {
              if (!held.current) return
              const box = e.currentTarget.getBoundingClientRect()
              move((e.clientX - held.current.x) / box.width, (e.clientY - held.current.y) / box.height)
              held.current = { x: e.clientX, y: e.clientY }
            }}
            onPointerUp={() => {
              held.current = null
            }}
          />
          <label className="checkline">
            {t('Aproximar')}
            <input
              type="range"
              min="1"
              max="4"
              step="0.05"
              value={zoom}
              onChange={(e) => setZoom(Number(e.target.value))}
            />
          </label>
        </>
      )}
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Voltar')}
        </button>
        <button type="button" className="btn pri" disabled={!picture} onClick={() => void done()}>
          {t('Usar este recorte')}
        </button>
      </div>
    </Modal>
  )
}
