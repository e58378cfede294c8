// Prices typed into a list and saved together, with a way back.
import { useState } from 'react'
import { someOf } from '#features/undos/web/index.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import type { Product } from '../../contract.ts'
import { changePrices, type Left, MOST_PICKED } from '../../many/contract.ts'
import { productsChanged, showProducts, undo } from './changes.ts'
import { afterSave, type Edit, type Edits, inCents, type PriceField, rowOf, typeOver } from './edits.ts'
import { isBad } from './PriceInput.tsx'
import '#web/ui/SaveBar.css'

/** What stands there, where somebody else put it while this was typed. */
export const theirs = (edit: Edit | undefined) =>
  edit?.theirs ? t('outra pessoa pôs {price}', { price: edit.was || '—' }) : ''

export function usePrices() {
  const [edits, setEdits] = useState<Edits>({})
  const { busy: saving, act } = useAct()
  const edit = (p: Product, field: PriceField, value: string) =>
    setEdits((e) => {
      const next = { ...e }
      typeOver(next, p, field, value)
      return next
    })
  const save = () =>
    act(async () => {
      const [left, backs]: [Left[], number[]] = [[], []]
      let changed = 0
      const ids = Object.keys(edits).map(Number)
      // As many at a time as one call takes.
      for (let at = 0; at < ids.length; at += MOST_PICKED) {
        const some = ids.slice(at, at + MOST_PICKED)
        const done = await call(changePrices, { typed: { rows: some.map((id) => rowOf(id, edits[id] ?? {})) } })
        changed += done.changed
        left.push(...done.left)
        if (done.undo_id !== null) backs.push(done.undo_id)
        const others = new Map(done.left.map((p) => [p.id, p]))
        showProducts(new Map(some.map((id) => [id, others.get(id) ?? inCents(edits[id] ?? {})])))
        setEdits((e) => afterSave(e, some, done.left))
      }
      const said = [
        (changed > 0 || left.length === 0) &&
          tn(changed, '{n} produto com preço novo.', '{n} produtos com preço novo.'),
        left.length > 0 &&
          t('Outra pessoa mudou antes: {names}. Confira o que você digitou e salve de novo.', {
            names: someOf(left.map((p) => p.name)),
          }),
      ]
      notify(
        said.filter(Boolean).join(' '),
        backs.length === 0 ? undefined : { label: t('Desfazer'), run: () => void undo(...backs) },
      )
    }).finally(productsChanged)
  return {
    edits,
    edit,
    setEdits,
    save,
    saving,
    changed: Object.keys(edits).length,
    bad: Object.values(edits).some((e) => Object.values(e).some((x) => isBad(x.text))),
  }
}
/** What is typed and not saved, with the two ways out. */
export function PriceBar({ prices }: { prices: ReturnType<typeof usePrices> }) {
  const { changed, bad, saving, save, setEdits } = prices
  if (changed === 0) return null
  return (
    <div className="floatbar" role="region" aria-label={t('Preços por salvar')}>
      <span className="grow">
        <b>{tn(changed, '{n} produto mudado', '{n} produtos mudados')}</b>
        {bad && ` · ${t('um preço precisa de correção')}`}
      </span>
      <button type="button" onClick={() => setEdits({})}>
        {t('Descartar')}
      </button>
      <button type="button" className="pri" disabled={bad || saving} onClick={() => void save()}>
        {saving ? t('Salvando…') : t('Salvar')}
      </button>
    </div>
  )
}
