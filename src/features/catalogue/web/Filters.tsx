import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import '#web/ui/Sheet.css'
import '#web/styles/kit.css'

interface Props {
  tags: string[]
  tag: string
  promo: boolean
  onPick: (chosen: { tag?: string; promo?: string }) => void
  onClose: () => void
}
/** What narrows the list, on a phone. */
export default function Filters({ tags, tag, promo, onPick, onClose }: Props) {
  const pick = (chosen: Parameters<Props['onPick']>[0]) => () => {
    onPick(chosen)
    onClose()
  }
  return (
    <Modal className="dialog" label={t('Filtros')} onClose={onClose}>
      <h2>{t('Filtros')}</h2>
      <div className="row wrap">
        {promo && (
          <button type="button" className="chip" aria-pressed={true} onClick={pick({ promo: '' })}>
            {t('Em promoção')}
          </button>
        )}
        {tags.map((x) => (
          <button
            type="button"
            className="chip"
            key={x}
            aria-pressed={tag === x}
            onClick={pick({ tag: tag === x ? '' : x })}
          >
            {x}
          </button>
        ))}
      </div>
      <div className="acts">
        {(tag || promo) && (
          <button type="button" className="btn txt" onClick={pick({ tag: '', promo: '' })}>
            {t('Limpar os filtros')}
          </button>
        )}
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Fechar')}
        </button>
      </div>
    </Modal>
  )
}
