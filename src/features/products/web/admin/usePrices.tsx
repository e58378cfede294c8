// Prices typed into a list and saved together, with a way back. Like what is typed into a form (useForm.ts) they are kept
// for the tab and who typed them until they are saved.
import { useEffect, useMemo, useState } from 'react'
import { someOf } from '#features/undos/web/index.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import { draftName } from '#web/useForm.ts'
import type { Product } from '../../contract.ts'
import { changePrices, type Gone, type Left, MOST_PICKED } from '../../many/contract.ts'
import { productsChanged, showProducts, undo } from './changes.ts'
import { afterSave, type Edit, type Edits, inCents, type PriceField, rowOf, typeOver } from './edits.ts'
import { isBad } from './PriceInput.tsx'
import '#web/ui/SaveBar.css'

/** What stands there, where somebody else put it while this was typed. */
export const theirs = (edit: Edit | undefined) =>
  edit?.theirs ? t('outra pessoa pôs {price}', { price: edit.was || '—' }) : ''

function readEdits(kept: string): Edits {
  try {
    return JSON.parse(sessionStorage.getItem(kept) ?? '{}') as Edits
  } catch {
    return {}
  }
}
function keepEdits(kept: string, edits: Edits): void {
  sessionStorage.removeItem(kept)
  if (Object.keys(edits).length === 0) return
  try {
    sessionStorage.setItem(kept, JSON.stringify(edits))
  } catch {
    // More than a tab keeps: they stand on this page only.
  }
}
export function usePrices() {
  /** Whose they were when the list was opened: by its end somebody else may sign in here. */
  const kept = useMemo(() => draftName('prices'), [])
  const [edits, setEdits] = useState(() => readEdits(kept))
  useEffect(() => keepEdits(kept, edits), [kept, edits])
  const { busy: saving, act } = useAct()
  const edit = (p: Product, field: PriceField, value: string) =>
    setEdits((e) => {
      const next = { ...e }
      typeOver(next, p, field, value)
      return next
    })
  const save = () =>
    act(async () => {
      const [left, gone, backs]: [Left[], Gone[], number[]] = [[], [], []]
      let changed = 0
      const ids = Object.keys(edits).map(Number)
      // As many at a time as one call takes.
      for (let at = 0; at < ids.length; at += MOST_PICKED) {
        const some = ids.slice(at, at + MOST_PICKED)
        const done = await call(changePrices, { typed: { rows: some.map((id) => rowOf(id, edits[id] ?? {})) } })
        changed += done.changed
        left.push(...done.left)
        gone.push(...done.gone)
        if (done.undo_id !== null) backs.push(done.undo_id)
        const others = new Map(done.left.map((p) => [p.id, p]))
        showProducts(new Map(some.map((id) => [id, others.get(id) ?? inCents(edits[id] ?? {})])))
        const saved = (e: Edits) => afterSave(e, some, done.left)
        setEdits(saved)
        // The list may have been left meanwhile.
        keepEdits(kept, saved(readEdits(kept)))
      }
      const said = [
        (changed > 0 || left.length + gone.length === 0) &&
          tn(changed, '{n} produto com preço novo.', '{n} produtos com preço novo.'),
        left.length > 0 &&
          t('Outra pessoa mudou antes: {names}. Confira o que você digitou e salve de novo.', {
            names: someOf(left.map((p) => p.name)),
          }),
        gone.length > 0 && t('Excluídos por outra pessoa: {names}.', { names: someOf(gone.map((p) => p.name)) }),
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
