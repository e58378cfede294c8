// Prices typed into a list and saved together, with a way back.
import { useState } from 'react'
import { formatCents, parseCents } from '#shared/money.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import { type Product } from '../../contract.ts'
import { changePrices } from '../../many/contract.ts'
import { productsChanged, showProducts, undo } from './changes.ts'
import { isBad } from './PriceInput.tsx'
import '#web/ui/SaveBar.css'

export const PRICE_FIELDS = ['price', 'price2', 'price3', 'price_promo'] as const
export type PriceField = (typeof PRICE_FIELDS)[number]
/** Prices typed and not saved, by product. */
export type Edits = Readonly<Record<number, Readonly<Partial<Record<PriceField, string>>>>>
export const written = (cents: number | null | undefined) => (cents == null ? '' : formatCents(cents))

/** What was typed, as the lists show it. */
const inCents = (typed: Edits[number]) =>
  Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, text.trim() ? parseCents(text) : null]))

export function usePrices() {
  const [edits, setEdits] = useState<Edits>({})
  const { busy: saving, act } = useAct()
  const edit = (p: Product, field: PriceField, value: string) =>
    setEdits((e) => {
      const { [p.id]: mine = {}, ...rest } = e
      const next = { ...mine, [field]: value }
      if (value === written(p[field])) delete next[field]
      return Object.keys(next).length ? { ...rest, [p.id]: next } : rest
    })
  const save = async () => {
    await act(async () => {
      const rows = Object.entries(edits).map(([id, e]) => ({ id: Number(id), ...e }))
      const done = await call(changePrices, { typed: { rows } })
      showProducts(new Map(rows.map(({ id, ...typed }) => [id, inCents(typed)])))
      setEdits({})
      productsChanged()
      const back = done.undo_id
      notify(
        tn(done.changed, '{n} produto com preço novo.', '{n} produtos com preço novo.'),
        back === null ? undefined : { label: t('Desfazer'), run: () => void undo(back) },
      )
    })
  }
  return {
    edits,
    edit,
    setEdits,
    save,
    saving,
    changed: Object.keys(edits).length,
    bad: Object.values(edits).some((e) => Object.values(e).some(isBad)),
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
