import { useId, useState } from 'react'
import { Photo } from '#features/images/web/index.ts'
import { t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import type { Product } from '../../contract.ts'
import { fold } from '../../search.ts'
import { before, together } from './shelf.ts'

const MOST = 30
interface Props {
  rows: Product[]
  picked: ReadonlySet<number>
  onMove: (rows: Product[]) => void
  onClose: () => void
}
/** Where the marked ones go: to the place of a number, or before a product that is found by name or code. */
export function MoveTo({ rows, picked, onMove, onClose }: Props) {
  const [text, setText] = useState('')
  const list = useId()
  const words = fold(text)
  const number = /^\d{1,4}$/.test(words) ? Number(words) : 0
  const place = number >= 1 && number <= rows.length ? number : 0
  const others = rows.flatMap((p, i) =>
    !picked.has(p.id) && fold(`${p.name} ${p.code}`).includes(words) ? [{ product: p, at: i + 1 }] : [],
  )
  const ways = [
    ...(place
      ? [{ key: 0, name: t('No lugar {n}', { n: place }), product: null, go: () => together(rows, picked, place - 1) }]
      : []),
    ...others.slice(0, MOST).map(({ product, at }) => ({
      key: product.id,
      name: t('Antes de {name}', { name: product.name }),
      at,
      product,
      go: () => before(rows, picked, product.id),
    })),
  ]
  return (
    <Modal
      className="dialog shelfmove"
      label={tn(picked.size, 'Mover {n} produto', 'Mover {n} produtos')}
      onClose={onClose}
    >
      <SubmitForm
        className="col g3"
        onSubmit={() => {
          if (text.trim() && ways[0]) onMove(ways[0].go())
        }}
      >
        <h2>{tn(picked.size, 'Mover {n} produto', 'Mover {n} produtos')}</h2>
        <Field
          label={t('Para o lugar, ou antes de')}
          hint={t('De 1 a {n}, ou o nome ou código de um produto.', { n: rows.length.toLocaleString('pt-BR') })}
        >
          <input
            className="in"
            autoComplete="off"
            aria-controls={list}
            value={text}
            onChange={(e) => setText(e.target.value)}
          />
        </Field>
        <ul id={list} className="ways">
          {ways.map((w) => (
            <li key={w.key}>
              <button type="button" className="li" onClick={() => onMove(w.go())}>
                <span className="thumb">
                  {w.product ? (
                    <Photo path={w.product.foto1} ready={w.product.images[0]?.ready ?? false} />
                  ) : (
                    <Icon name="sort" size="s" />
                  )}
                </span>
                <span className="grow left">{w.name}</span>
              </button>
            </li>
          ))}
        </ul>
        {ways.length === 0 && (
          <p className="t2 sm" role="status">
            {t('Nenhum produto assim na vitrine.')}
          </p>
        )}
        <div className="acts">
          <button type="button" className="btn sec" onClick={onClose}>
            {t('Cancelar')}
          </button>
        </div>
      </SubmitForm>
    </Modal>
  )
}
