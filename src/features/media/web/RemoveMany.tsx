import { useState } from 'react'
import { productsChanged } from '#features/products/web/admin/index.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { notify } from '#web/ui/snack.tsx'
import { deleteManyMedia, type Media, MOST_DELETED } from '../contract.ts'
import '#web/ui/SaveBar.css'

const NAMED = 6
interface Props {
  marked: Media[]
  /** Marks all that are loaded; absent when they are. */
  onAll: (() => void) | undefined
  onDone: () => void
}
/** What is done with the marked photos: away, once it is said which products lose them. */
export function RemoveMany({ marked, onAll, onDone }: Props) {
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct()
  const used = marked.filter((m) => m.products.length > 0)
  const names = [...new Map(used.flatMap((m) => m.products).map((p) => [p.id, p.name])).values()]
  const remove = () =>
    act(async () => {
      setAsking(false)
      let [deleted, kept] = [0, 0]
      for (let from = 0; from < marked.length; from += MOST_DELETED) {
        const ids = marked.slice(from, from + MOST_DELETED).map((m) => m.id)
        const done = await call(deleteManyMedia, { body: { ids } })
        deleted += done.deleted
        kept += done.kept
      }
      onDone()
      notify(
        [
          tn(deleted, '{n} foto excluída.', '{n} fotos excluídas.'),
          kept > 0 &&
            tn(kept, '{n} ficou: ainda aparece em outro lugar.', '{n} ficaram: ainda aparecem em outro lugar.'),
        ]
          .filter(Boolean)
          .join(' '),
      )
    }).finally(() => {
      renew('media')
      productsChanged()
    })
  return (
    <div className="floatbar bulk" role="region" aria-label={t('Selecionados')}>
      <b className="grow">{tn(marked.length, '{n} selecionada', '{n} selecionadas')}</b>
      {onAll && (
        <button type="button" disabled={busy} onClick={onAll}>
          {t('Marcar todas')}
        </button>
      )}
      <button type="button" disabled={busy} onClick={() => setAsking(true)}>
        {busy ? t('Excluindo…') : t('Excluir')}
      </button>
      <button type="button" disabled={busy} onClick={onDone}>
        {t('Limpar')}
      </button>
      {asking && (
        <Confirm
          title={tn(marked.length, 'Excluir {n} foto?', 'Excluir {n} fotos?')}
          text={
            used.length === 0
              ? t('Nenhum produto as mostra. Não dá para desfazer.')
              : tn(
                  names.length,
                  '{n} produto as mostra e fica sem elas. Não dá para desfazer.',
                  '{n} produtos as mostram e ficam sem elas. Não dá para desfazer.',
                )
          }
          danger
          onClose={() => setAsking(false)}
          onConfirm={() => remove()}
        >
          {names.length > 0 && (
            <ul className="losing sm">
              {names.slice(0, NAMED).map((name) => (
                <li key={name}>{name}</li>
              ))}
              {names.length > NAMED && <li className="t2">{t('e mais {n}', { n: names.length - NAMED })}</li>}
            </ul>
          )}
        </Confirm>
      )}
    </div>
  )
}
