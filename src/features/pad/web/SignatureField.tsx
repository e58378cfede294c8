// A signature with the finger: strokes in a box, kept as they are drawn.
import { useRef, useState } from 'react'
import { isSignature, pathOf, type Point, SIGNATURE_BOX } from '#features/orders/signature.ts'
import { t } from '#web/i18n.ts'
import './SignatureField.css'

interface Props {
  /** The path that is kept, '' for none. */
  value: string
  optional?: boolean
  onChange: (path: string) => void
}
export function SignatureField({ value, optional = false, onChange }: Props) {
  const [drawing, setDrawing] = useState<Point[] | null>(null)
  // A slow phone draws less often than the finger moves: the stroke itself stands here.
  const stroke = useRef<Point[] | null>(null)
  const box = useRef<SVGSVGElement>(null)
  const [full, setFull] = useState(false)
  const at = (e: React.PointerEvent): Point => {
    const { left, top, width, height } = (box.current as SVGSVGElement).getBoundingClientRect()
    return [((e.clientX - left) / width) * SIGNATURE_BOX.width, ((e.clientY - top) / height) * SIGNATURE_BOX.height]
  }
  const go = (points: Point[] | null) => {
    stroke.current = points
    setDrawing(points)
  }
  const end = () => {
    if (!stroke.current) return
    const next = value + pathOf([stroke.current])
    go(null)
    if (isSignature(next)) onChange(next)
    else setFull(true)
  }
  return (
    <div className="field">
      <span className="lb">
        {t('Assinatura')} {optional && <span className="opt">{t('opcional')}</span>}
      </span>
      <svg
        ref={box}
        className="op-sign"
        viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
        role="img"
        aria-label={value ? t('Assinado') : t('Assine com o dedo ou o mouse')}
        onPointerDown={(e) => {
          e.currentTarget.setPointerCapture(e.pointerId)
          go([at(e)])
        }}
        onPointerMove={(e) => stroke.current && go([...stroke.current, at(e)])}
        onPointerUp={end}
        onPointerCancel={() => go(null)}
      >
        <path d={value + (drawing ? pathOf([drawing]) : '')} />
      </svg>
      <div className="row between">
        <span className="xs t2" role="status">
          {full ? t('A assinatura ficou grande demais. Limpe e assine de novo.') : t('O cliente assina aqui, na tela.')}
        </span>
        {value && (
          <button
            type="button"
            className="btn txt"
            onClick={() => {
              setFull(false)
              onChange('')
            }}
          >
            {t('Limpar')}
          </button>
        )}
      </div>
    </div>
  )
}
