import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { UpDown } from '#web/ui/UpDown.tsx'
import type { Group } from '../rules.ts'

/** In which order the categories stand in this PDF; what has none stays last. */
export function OrderChoice({ groups, onOrder }: { groups: Group[]; onOrder: (ids: number[]) => void }) {
  const [open, setOpen] = useState(false)
  const named = groups.flatMap((g) => (g.id === null ? [] : [{ id: g.id, name: g.name }]))
  if (named.length < 2) return null
  const move = (from: number, to: number) => {
    const ids = named.map((g) => g.id)
    ids.splice(to, 0, ...ids.splice(from, 1))
    onOrder(ids)
  }
  return (
    <>
      <button type="button" className="btn txt small" onClick={() => setOpen(true)}>
        <Icon name="sort" size="s" />
        {t('Ordem das categorias')}
      </button>
      {open && (
        <Modal className="dialog" label={t('Ordem das categorias')} onClose={() => setOpen(false)}>
          <h2>{t('Ordem das categorias')}</h2>
          <ol className="orderlist">
            {named.map((g, i) => (
              <li key={g.id} className="row">
                <span className="grow">{g.name}</span>
                <UpDown name={g.name} at={i} of={named.length} onMove={(to) => move(i, to)} />
              </li>
            ))}
          </ol>
          <div className="acts">
            <button type="button" className="btn sec" onClick={() => onOrder([])}>
              {t('Ordem da vitrine')}
            </button>
            <button type="button" className="btn pri" onClick={() => setOpen(false)}>
              {t('Ok')}
            </button>
          </div>
        </Modal>
      )}
    </>
  )
}
