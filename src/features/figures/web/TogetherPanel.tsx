import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { readTogether } from '../contract.ts'
import { ChartPanel, type Looked, queryOf } from './ChartPanel.tsx'
import { useFigures } from './useFigures.ts'

/** What is worth offering beside what. */
export function TogetherPanel({ looked }: { looked: Looked }) {
  const read = useFigures(['together', looked], () => call(readTogether, { query: queryOf(looked) }))
  const pairs = read.data?.pairs ?? []
  return (
    <ChartPanel
      title={t('O que sai junto')}
      note={t('Produtos que estão no mesmo pedido mais vezes do que por acaso: ofereça um a quem leva o outro.')}
      looked={looked}
      by="together"
      read={read}
    >
      {pairs.length === 0 ? (
        <p className="t2 fg-none">{t('Ainda não há pedidos bastantes neste período para dizer.')}</p>
      ) : (
        <ul className="fg-pairs">
          {pairs.slice(0, 8).map((p) => (
            <li key={`${p.first.id}-${p.second.id}`}>
              <span>
                <b>{p.first.name}</b> + <b>{p.second.name}</b>
                <span className="xs t2 block">
                  {t('{share}% de quem leva o primeiro leva o segundo', { share: p.share })} ·{' '}
                  {tn(p.orders, '{n} pedido', '{n} pedidos')}
                </span>
              </span>
              <span className="fg-bar" aria-hidden="true">
                <span style={{ width: `${p.share}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </ChartPanel>
  )
}
