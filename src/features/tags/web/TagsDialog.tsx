import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsChanged, undo } from '#features/products/web/admin/index.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { listTags, type Tag, updateTags } from '../contract.ts'

/** All tags of the company: rename, remove, add; nothing happens before Salvar. */
export default function TagsDialog({ onClose }: { onClose: () => void }) {
  const list = useQuery({ queryKey: ['tags'], queryFn: () => call(listTags), staleTime: 0, gcTime: 0 })
  return (
    <Modal className="dialog" label={t('Etiquetas')} onClose={onClose}>
      <h2>{t('Etiquetas')}</h2>
      {list.isPending && <Loading rows={3} />}
      {list.isError && (
        <Failed
          what={t('Não conseguimos carregar as etiquetas.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && <Editor tags={list.data} onClose={onClose} />}
    </Modal>
  )
}
interface Row extends Tag {
  /** '' for one that is new. */
  was: string
}
function Editor({ tags, onClose }: { tags: Tag[]; onClose: () => void }) {
  /** As they were shown: the list itself may be read anew while this is open. */
  const [was] = useState(() => tags.map((x) => x.tag))
  const [rows, setRows] = useState<Row[]>(() => tags.map((x) => ({ ...x, was: x.tag })))
  const [error, setError] = useState('')
  const { busy, act } = useAct((failure) => setError(failure.errors.tags?.[0] ?? failure.message))
  const save = () => {
    setError('')
    const kept = rows.map((r) => ({ ...r, tag: r.tag.trim() })).filter((r) => r.tag)
    return act(async () => {
      const renamed = Object.fromEntries(kept.filter((r) => r.was && r.was !== r.tag).map((r) => [r.was, r.tag]))
      const { undo_id } = await call(updateTags, {
        body: { tags: kept.length ? kept.map((r) => r.tag) : 'empty', renamed, was },
      })
      notify(
        t('Etiquetas salvas.'),
        undo_id === null ? undefined : { label: t('Desfazer'), run: () => void undo(undo_id) },
      )
      productsChanged()
      onClose()
    })
  }
  return (
    <form
      className="col g3"
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      {rows.length === 0 && (
        <p className="t2">{t('Nenhuma etiqueta ainda. Elas separam a vitrine: novidades, encomenda, presente.')}</p>
      )}
      <div className="scrolls col g1">
        {rows.map((r, i) => (
          <div className="row" key={r.was || `new${i}`}>
            <input
              className="in grow"
              aria-label={r.was ? t('Nome da etiqueta {tag}', { tag: r.was }) : t('Nova etiqueta')}
              value={r.tag}
              maxLength={30}
              onChange={(e) => setRows(rows.map((x, n) => (n === i ? { ...x, tag: e.target.value } : x)))}
            />
            <span className="sm t2 nowrap">{tn(r.products, '{n} produto', '{n} produtos')}</span>
            <button
              type="button"
              className="ib"
              aria-label={t('Excluir a etiqueta {tag}', { tag: r.tag })}
              onClick={() => setRows(rows.filter((_, n) => n !== i))}
            >
              <Icon name="bin" size="s" />
            </button>
          </div>
        ))}
      </div>
      <button
        type="button"
        className="btn sec small self-start"
        onClick={() => setRows([...rows, { tag: '', products: 0, was: '' }])}
      >
        <Icon name="plus" />
        {t('Nova etiqueta')}
      </button>
      <Problem words={error} />
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Voltar')}
        </button>
        <button type="submit" className="btn pri" disabled={busy}>
          {t('Salvar')}
        </button>
      </div>
    </form>
  )
}
