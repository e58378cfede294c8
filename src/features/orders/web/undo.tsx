// A confirmation can be taken back for a moment; whom it concerns is told afterwards.
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { createStore } from '#web/store.ts'
import { notify } from '#web/ui/snack.tsx'
import { confirmMany, type OrderSummary, undoConfirm } from '../contract.ts'
import { REASON_LABELS, UNDO_SECONDS } from '../status.ts'

/** `text`: of many at once, said where they were chosen. */
interface Offer {
  ids: readonly number[]
  text: string
}
const offer = createStore<Offer | null>(null)
let ends = 0
export function offerUndo(ids: readonly number[], text = ''): void {
  clearTimeout(ends)
  offer.set({ ids, text })
  ends = window.setTimeout(() => offer.set(null), UNDO_SECONDS * 1000)
}
/** Confirms these, offers to take it back, and says which stayed as they were. */
export async function confirmOrders(company: number, orders: readonly Pick<OrderSummary, 'id' | 'revision'>[]) {
  const ids = orders.map((o) => o.id)
  const revisions = Object.fromEntries(orders.map((o) => [o.id, o.revision]))
  const { confirmed, left } = await call(confirmMany, { params: { company }, body: { ids, revisions } })
  renew()
  if (confirmed.length > 0)
    offerUndo(confirmed, tn(confirmed.length, '{n} pedido confirmado.', '{n} pedidos confirmados.'))
  const [first] = left
  if (first)
    notify(
      `${tn(left.length, '{n} ficou para olhar.', '{n} ficaram para olhar.')} ${first.number ?? ''}: ${first.reasons
        .map((r) => t(REASON_LABELS[r] ?? r))
        .join(' ')}`,
    )
}
const over = (ids: readonly number[]) =>
  offer.set((now) => {
    const left = now?.ids.filter((id) => !ids.includes(id)) ?? []
    return now && left.length > 0 ? { ...now, ids: left } : null
  })
/** Of the order that is shown, or of what was just confirmed in the list. */
export function UndoOffer({ company, id }: { company: number; id?: number }) {
  const { busy, act } = useAct()
  const now = offer.use()
  if (!now || (id === undefined ? !now.text : !now.ids.includes(id))) return null
  const ids = id === undefined ? now.ids : [id]
  const undo = () =>
    act(async () => {
      const { undone, left } = await call(undoConfirm, { params: { company }, body: { ids: [...ids] } })
      over(ids)
      renew()
      const why = [...new Set(left.flatMap((o) => o.reasons))].map((r) => t(REASON_LABELS[r] ?? r))
      const said = tn(undone.length, '{n} confirmação desfeita.', '{n} confirmações desfeitas.')
      notify([undone.length > 0 && said, ...why].filter(Boolean).join(' '))
    })
  return (
    <div className={`note noprint ${id === undefined ? 'inlist' : 'spaced'}`} role="status">
      <span className="grow">{now.text && id === undefined ? now.text : t('O cliente ainda não foi avisado.')}</span>
      <button type="button" className="btn sec small" disabled={busy} onClick={() => void undo()}>
        {busy ? t('Desfazendo…') : id === undefined ? t('Desfazer') : t('Desfazer a confirmação')}
      </button>
    </div>
  )
}
