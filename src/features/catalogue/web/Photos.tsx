import { useRef, useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import { pictureAt } from '#shared/picture.ts'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import './Photos.css'

/** Photos that swipe; a tap opens one large, another tap magnifies it. */
export function Photos({ product }: { product: Product }) {
  const images = product.images.filter((i) => i.ready)
  const film = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [zoomed, setZoomed] = useState<string | null>(null)
  const go = (i: number) => film.current?.scrollTo({ left: i * film.current.clientWidth, behavior: 'smooth' })
  return (
    <>
      <div
        className="film"
        ref={film}
        onScroll={(e) => setAt(Math.round(e.currentTarget.scrollLeft / Math.max(1, e.currentTarget.clientWidth)))}
      >
        {images.length === 0 && (
          <span className="none">
            <Icon name="picture" />
          </span>
        )}
        {images.map((image, i) => (
          <button
            type="button"
            key={image.slot}
            aria-label={t('Ampliar foto {n} de {name}', { n: i + 1, name: product.name })}
            onClick={() => setZoomed(pictureAt(image.path, 1600))}
          >
            <img
              src={pictureAt(image.path, 800)}
              alt={i === 0 ? product.name : ''}
              width="800"
              height="800"
              loading={i === 0 ? 'eager' : 'lazy'}
            />
          </button>
        ))}
      </div>
      {images.length > 1 && (
        <div className="dots">
          {images.map((image, i) => (
            <button
              type="button"
              key={image.slot}
              aria-label={t('Foto {n} de {m}', { n: i + 1, m: images.length })}
              aria-current={i === at}
              onClick={() => go(i)}
            />
          ))}
        </div>
      )}
      {zoomed && <Zoom src={zoomed} name={product.name} onClose={() => setZoomed(null)} />}
    </>
  )
}
function Zoom({ src, name, onClose }: { src: string; name: string; onClose: () => void }) {
  const [near, setNear] = useState(false)
  return (
    <Modal className={`zoom${near ? ' in' : ''}`} label={t('Foto de {name}', { name })} onClose={onClose}>
      <button type="button" aria-label={near ? t('Ver inteira') : t('Ampliar')} onClick={() => setNear(!near)}>
        <img src={src} alt={name} />
      </button>
      <button type="button" className="ib" aria-label={t('Fechar a foto')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </Modal>
  )
}
