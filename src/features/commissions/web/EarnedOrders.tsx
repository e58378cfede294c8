import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { markPaid } from '#features/orders/payments.ts'
import { STATUS_LABELS, type Status } from '#features/orders/status.ts'
import { showCents } from '#shared/money.ts'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showFullDay } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { useListState } from '#web/useListState.ts'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { type CommissionOrder, listCommissionOrders, type SellerSums } from '../contract.ts'
import { ENTRIES, ENTRY_LABELS, type EntryKind } from '../rules.ts'

interface Props {
  company: number
  admin: boolean
  hide_price: boolean
  month: string
  /** null: every seller's. */
  seller: SellerSums | null
}
const PAGE = 20
/** The orders behind the sums, one by one; the admin marks those whose money has come. */
export function EarnedOrders({ company, admin, hide_price, month, seller }: Props) {
  const shown = useListState()
  const standing = ENTRIES.find((s) => s === shown.of('standing'))
  const page = Number(shown.of('page') || 1)
  const { busy, act } = useAct()
  const list = useQuery({
    queryKey: ['commissions', 'orders', month, seller?.id, standing, page],
    queryFn: () =>
      callList(listCommissionOrders, { query: { month, seller_id: seller?.id, standing, page, limit: PAGE } }),
    placeholderData: (before) => before,
  })
  const rows = list.data?.rows ?? []
  const open = rows.filter((o) => o.standing === 'faturada')
  const mark = async (ids: number[], paid: boolean) => {
    await act(async () => {
      const { changed } = await call(markPaid, { params: { company }, body: { ids, paid } })
      renew()
      const said = paid
        ? tn(changed.length, '{n} pedido marcado como pago.', '{n} pedidos marcados como pagos.')
        : tn(changed.length, '{n} pedido sem pagamento.', '{n} pedidos sem pagamento.')
      notify(said, changed.length > 0 ? { label: t('Desfazer'), run: () => void mark(changed, !paid) } : undefined)
    })
  }
  return (
    <section className="col g3">
      <div className="row between wrap">
        <h2>{seller && admin ? t('Pedidos de {name}', { name: seller.name }) : t('Pedidos do mês')}</h2>
        {admin && open.length > 1 && (
          <button
            type="button"
            className="btn sec small"
            disabled={busy}
            onClick={() =>
              void mark(
                open.map((o) => o.id),
                true,
              )
            }
          >
            {tn(open.length, 'Marcar {n} faturado como pago', 'Marcar {n} faturados como pagos')}
          </button>
        )}
      </div>
      <div className="chips">
        {[undefined, ...ENTRIES].map((s) => (
          <button
            type="button"
            className="chip"
            key={s ?? ''}
            aria-pressed={standing === s}
            onClick={() => shown.set({ standing: s ?? '' })}
          >
            {s ? t(ENTRY_LABELS[s]) : t('Todas')}
          </button>
        ))}
      </div>
      <div className="panel">
        <ListStates list={list} what={t('Não conseguimos carregar os pedidos.')} none={rows.length === 0} rows={3}>
          <Empty icon="box">
            <p>{standing ? t('Nenhum pedido com estes filtros.') : t('Nenhum pedido neste mês.')}</p>
          </Empty>
        </ListStates>
        {rows.map((o) => (
          <Row key={`${o.id}${o.standing}`} order={o} admin={admin} hide_price={hide_price} busy={busy} onMark={mark} />
        ))}
      </div>
      <Pager
        page={page}
        pages={Math.ceil((list.data?.total ?? 0) / PAGE)}
        onPage={(n) => shown.set({ page: String(n) })}
      />
    </section>
  )
}
const PILLS: Record<EntryKind, string> = {
  prevista: 'espera',
  faturada: 'aberta',
  paga: 'paga',
  correcao: 'espera',
}
function Row({
  order: o,
  admin,
  hide_price,
  busy,
  onMark,
}: {
  order: CommissionOrder
  admin: boolean
  hide_price: boolean
  busy: boolean
  onMark: (ids: number[], paid: boolean) => Promise<void>
}) {
  return (
    <div className="li wrap">
      <Link href={`/dashboard/orders/${o.id}`} className="grow earned">
        <span className="row between">
          <b className="grow">{o.name}</b>
          {!hide_price && <b className="nowrap">{showCents(o.commission ?? 0)}</b>}
        </span>
        <span className="row between xs t2">
          <span className="grow">
            {[o.number, showFullDay(o.at).slice(0, 5), t(STATUS_LABELS[o.status as Status])]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {!hide_price && (
            <span className="nowrap">{t('de {total}', { total: showCents(o.total ?? 0, o.currency) })}</span>
          )}
        </span>
      </Link>
      {admin && o.standing !== 'correcao' && o.status !== 'cancelado' ? (
        <button
          type="button"
          className="btn sec small"
          aria-pressed={o.standing === 'paga'}
          disabled={busy}
          onClick={() => void onMark([o.id], o.standing !== 'paga')}
        >
          {o.standing === 'paga' ? t('Pago') : t('Marcar pago')}
          <span className="sr"> {o.number}</span>
        </button>
      ) : (
        <span className="pill" data-s={PILLS[o.standing]}>
          {t(ENTRY_LABELS[o.standing])}
        </span>
      )}
    </div>
  )
}
