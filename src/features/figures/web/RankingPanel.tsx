import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { type Ranked, readRanking } from '../contract.ts'
import type { Dimension } from '../rules.ts'
import { ChartPanel, type Looked, queryOf } from './ChartPanel.tsx'
import { useFigures } from './useFigures.ts'
import { DIMENSION_CHOICES, nameIn, showChange, showNumber, showPercent, showValue } from './words.ts'

interface Props {
  looked: Looked
  hide_price: boolean
  admin: boolean
  by: Dimension
  onBy: (by: Dimension) => void
}
const ROWS = 10
/** Who and what sells most: a bar for each, in a table. */
export function RankingPanel({ looked, hide_price, admin, by, onBy }: Props) {
  const key = JSON.stringify([by, looked])
  const [turned, setTurned] = useState({ key, page: 1 })
  const page = turned.key === key ? turned.page : 1
  const read = useFigures(['ranking', key, page], () =>
    call(readRanking, { query: { ...queryOf(looked), by, limit: ROWS, page } }),
  )
  const r = read.data
  const value = (row: Ranked) => (hide_price ? row.pieces : (row.total ?? 0))
  const before = (row: Ranked) => (hide_price ? row.before.pieces : (row.before.total ?? 0))
  const most = Math.max(1, ...(r?.rows ?? []).map(value))
  const show = (n: number) => (hide_price ? showNumber(n) : showValue('total', n))
  return (
    <ChartPanel
      title={t('Quem e o que mais vende')}
      {...(by === 'category' && { note: t('Um produto de duas categorias conta nas duas.') })}
      {...(by === 'city' && { note: t('A cidade é a do cadastro do cliente.') })}
      looked={looked}
      by={by}
      read={read}
      choices={
        <Choices
          choices={DIMENSION_CHOICES.filter(
            ({ value: d }) => (admin || d !== 'seller') && !(looked.client_id && (d === 'client' || d === 'city')),
          )}
          value={by}
          onChoose={onBy}
        />
      }
    >
      {r && r.count === 0 && <p className="t2 fg-none">{t('Nenhuma venda neste período.')}</p>}
      {r && r.count > 0 && (
        <>
          <table className="tbl fg-ranks" aria-busy={read.isPlaceholderData}>
            <thead>
              <tr>
                <th scope="col">{t(DIMENSION_CHOICES.find((d) => d.value === by)?.label ?? '')}</th>
                <th scope="col" className="num hide-s">
                  {t('Peças')}
                </th>
                <th scope="col" className="num hide-s">
                  {t('% do total')}
                </th>
                <th scope="col" className="num">
                  {hide_price ? t('Peças') : t('Vendas')}
                </th>
              </tr>
            </thead>
            <tbody>
              {r.rows.map((row, i) => {
                const changed = showChange(value(row), before(row))
                return (
                  <tr key={`${row.id}${row.name}${i}`}>
                    <th scope="row">
                      <Name by={by} row={row} admin={admin} />
                      <span className="fg-bar" aria-hidden="true">
                        <span style={{ width: `${(Math.max(0, value(row)) * 100) / most}%` }} />
                      </span>
                    </th>
                    <td className="num hide-s">{showNumber(row.pieces)}</td>
                    <td className="num hide-s">{showPercent(row.share)}</td>
                    <td className="num">
                      <b>{show(value(row))}</b>
                      <span className="fg-change xs">
                        {changed ? (
                          <b className={changed.up === null ? '' : changed.up ? 'up' : 'down'}>{changed.text}</b>
                        ) : (
                          <span className="t2">{t('novo')}</span>
                        )}
                      </span>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          <Pager page={page} pages={Math.ceil(r.count / ROWS)} onPage={(next) => setTurned({ key, page: next })} />
        </>
      )}
    </ChartPanel>
  )
}
/** Leads to what it names, where there is a page for it. */
function Name({ by, row, admin }: { by: Dimension; row: Ranked; admin: boolean }) {
  const name = nameIn(by, row)
  if (row.id !== null && by === 'client') return <Link href={`/clientes/${row.id}`}>{name}</Link>
  if (row.id !== null && by === 'product' && admin) return <Link href={`/dashboard/products/${row.id}`}>{name}</Link>
  return <>{name}</>
}
