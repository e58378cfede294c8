import { type ReactNode, useState } from 'react'
import type { Seller } from '#features/companies/contract.ts'
import { SellerFilter } from '#features/companies/web/index.ts'
import { addDays } from '#shared/day.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { ZoneNotice } from '#web/ui/ZoneNotice.tsx'
import type { ListState } from '#web/useListState.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Status, STATUS_LABELS, STATUSES } from '../status.ts'

const PERIODS = [
  { value: '', label: 'Todo o período', days: 0 },
  { value: '1', label: 'Hoje', days: 0 },
  { value: '7', label: '7 dias', days: 6 },
  { value: '30', label: '30 dias', days: 29 },
  // Below 0: from the first of the month.
  { value: 'month', label: 'Este mês', days: -1 },
]
/** The first day of the period that is chosen, by the company's calendar. */
export function firstDay(period: string): string | undefined {
  const days = PERIODS.find((p) => p.value === period)?.days ?? 0
  if (!period) return undefined
  return days < 0 ? `${today().slice(0, 7)}-01` : addDays(today(), -days)
}
/** Those that wait for somebody stand first, the others one tap away. */
const WAITING: readonly Status[] = ['novo', 'ajuste_solicitado', 'aguardando_aprovacao']
interface Props {
  shown: ListState
  words: string
  setWords: (text: string) => void
  /** By status; undefined: not known yet. */
  counts: Record<string, number> | undefined
  /** How many are sold ones, while only these are shown. */
  sold: number | undefined
  /** Whom an admin may choose among. */
  sellers: Seller[]
  begin: ReactNode
  month: ReactNode
  exports: ReactNode
}
export function OrdersHead({ shown, words, setWords, counts, sold, sellers, begin, month, exports }: Props) {
  const [all, setAll] = useState(false)
  const status = shown.of('status')
  const onlySold = shown.of('sold') === '1'
  const there = STATUSES.filter((s) => counts?.[s])
  const first = [...WAITING, ...STATUSES.filter((s) => !WAITING.includes(s))].filter((s) => there.includes(s))
  const shownChips = first.filter((s) => all || WAITING.includes(s) || s === status)
  return (
    <div className="pad col g3">
      <div className="row wrap orderstop">
        <h1>{t('Pedidos')}</h1>
        {exports}
        {begin}
      </div>
      <ZoneNotice />
      {month}
      <SearchBox
        label={t('Buscar pedido por cliente ou número')}
        placeholder={t('Cliente ou número')}
        value={words}
        onChange={setWords}
      />
      <div className="chips many" role="group" aria-label={t('Situação')}>
        <Chip
          on={!status && !onlySold}
          count={STATUSES.reduce((n, s) => n + (counts?.[s] ?? 0), 0)}
          onClick={() => shown.set({ status: '', sold: '' })}
        >
          {t('Todos')}
        </Chip>
        {onlySold && (
          <Chip on count={sold} onClick={() => shown.set({ sold: '' })}>
            {t('Vendidos')}
          </Chip>
        )}
        {shownChips.map((s) => (
          <Chip
            key={s}
            on={status === s}
            count={counts?.[s] ?? 0}
            onClick={() => shown.set({ status: status === s ? '' : s })}
          >
            {t(STATUS_LABELS[s])}
          </Chip>
        ))}
        <button type="button" className="chip" aria-expanded={all} onClick={() => setAll(!all)}>
          <Icon name="filter" size="s" />
          <span>{all ? t('Menos filtros') : t('Mais filtros')}</span>
        </button>
      </div>
      <div className="row" hidden={!all && !shown.of('seller') && !shown.of('period')}>
        {sellers.length > 0 && (
          <SellerFilter
            sellers={sellers}
            value={shown.of('seller')}
            onChange={(value) => shown.set({ seller: value })}
          />
        )}
        <select
          className="in"
          aria-label={t('Período')}
          value={shown.of('period')}
          onChange={(e) => shown.set({ period: e.target.value })}
        >
          {PERIODS.map((p) => (
            <option key={p.value} value={p.value}>
              {t(p.label)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
