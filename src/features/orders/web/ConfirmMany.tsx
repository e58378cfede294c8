import { useQuery } from '@tanstack/react-query'
import { showCents } from '#shared/money.ts'
import { useAct } from '#web/act.ts'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { listOrders } from '../contract.ts'
import { pendingReasons, REASON_LABELS } from '../status.ts'
import { confirmOrders } from './undo.tsx'

/** New orders without anything to look at, confirmed at once; the others stay and say why. */
export function ConfirmMany({ company, onClose }: { company: number; onClose: () => void }) {
  const { busy, act } = useAct()
  const list = useQuery({
    queryKey: ['orders', 'new', company],
    queryFn: () => callList(listOrders, { params: { company }, query: { status: 'novo', limit: 500 } }),
    staleTime: 0,
  })
  const rows = list.data?.rows ?? []
  const clean = rows.filter((o) => pendingReasons(o).length === 0)
  const others = rows.filter((o) => pendingReasons(o).length > 0)
  const [money] = clean
  const sum =
    money?.total !== undefined && clean.every((o) => o.currency === money.currency)
      ? showCents(
          clean.reduce((n, o) => n + (o.total ?? 0), 0),
          money.currency,
        )
      : ''
  const run = () =>
    act(async () => {
      await confirmOrders(company, clean)
      onClose()
    })
  return (
    <Confirm
      title={
        list.isSuccess ? tn(clean.length, 'Confirmar {n} pedido?', 'Confirmar {n} pedidos?') : t('Confirmar novos')
      }
      text={
        clean.length
          ? t('São os novos em que não há nada a olhar.')
          : list.isSuccess
            ? t('Nenhum pedido novo está sem pendência.')
            : ''
      }
      onClose={onClose}
      onConfirm={() => (clean.length && !busy ? void run() : onClose())}
    >
      {list.isPending && <Loading rows={2} />}
      {list.isError && (
        <Failed
          what={t('Não conseguimos carregar os pedidos novos.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {clean.length > 0 && (
        <details>
          <summary>
            {t('Ver os {n}', { n: clean.length })}
            {sum && ` · ${sum}`}
          </summary>
          <ul className="panel scrolls">
            {clean.map((o) => (
              <li className="li sm" key={o.id}>
                <span className="grow clip">
                  {o.number} · {o.company_name || o.name}
                </span>
                {o.total !== undefined && <b className="nowrap">{showCents(o.total, o.currency)}</b>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {others.length > 0 && (
        <>
          <p className="b sm spaced">{tn(others.length, '{n} fica para olhar:', '{n} ficam para olhar:')}</p>
          <ul className="panel scrolls">
            {others.map((o) => (
              <li className="li" key={o.id}>
                <span className="grow">
                  <b className="sm">
                    {o.number} · {o.company_name || o.name}
                  </b>
                  {pendingReasons(o).map((r) => (
                    <span className="xs t2 block" key={r}>
                      {t(REASON_LABELS[r] ?? r)}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Confirm>
  )
}
