import { useQuery } from '@tanstack/react-query'
import { clientCard } from '#features/clients/web/index.ts'
import type { Seller } from '#features/companies/contract.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { Link } from 'wouter'
import { Queries } from '#web/queries.tsx'
import { useListState } from '#web/useListState.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import { AbcPanel } from './AbcPanel.tsx'
import type { Looked } from './ChartPanel.tsx'
import { CurvePanel } from './CurvePanel.tsx'
import { FiguresHead } from './FiguresHead.tsx'
import { PRESETS, periodOf, presetOf } from './period.ts'
import { RankingPanel } from './RankingPanel.tsx'
import { TargetsPanel } from './TargetsPanel.tsx'
import { TogetherPanel } from './TogetherPanel.tsx'
import { useFollowed } from './useFigures.ts'
import { DIMENSION_CHOICES, MEASURES } from './words.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './figures.css'
import './ChartsPage.css'

interface Props {
  admin: boolean
  hide_price: boolean
  sellers: Seller[]
}
/** What was sold, from every side, against the period before. */
export default function ChartsPage(props: Props) {
  return (
    <Queries>
      <Charts {...props} />
    </Queries>
  )
}
function Charts({ admin, hide_price, sellers }: Props) {
  const shown = useListState()
  useFollowed()
  const preset = presetOf(shown.of('period'))
  const period = periodOf(preset, today(), shown.of('from'), shown.of('until'))
  const seller = admin ? sellers.find((s) => String(s.id) === shown.of('seller')) : undefined
  const client = Number(shown.of('client')) || undefined
  const looked: Looked | null = period && {
    period,
    ...(seller && { seller_id: seller.id }),
    ...(client && { client_id: client }),
  }
  const measure = MEASURES.find((m) => m.value === shown.of('measure'))?.value ?? 'total'
  const asked = DIMENSION_CHOICES.find((d) => d.value === shown.of('by'))?.value ?? 'product'
  const by = client && (asked === 'client' || asked === 'city') ? 'product' : asked
  const begin = periodOf('30', today(), '', '')
  return (
    <div className="page figs">
      <FiguresHead here="/charts" />
      <div className="fg-filters">
        <div className="chips" role="group" aria-label={t('Período')}>
          <Choices
            choices={PRESETS}
            value={preset}
            onChoose={(value) =>
              shown.set({
                period: value === '30' ? '' : value,
                from: value === 'own' ? ((period ?? begin)?.from ?? '') : '',
                until: value === 'own' ? ((period ?? begin)?.until ?? '') : '',
              })
            }
          />
        </div>
        {admin && sellers.length > 1 && (
          <select
            className="in fg-seller"
            aria-label={t('Vendedor')}
            value={seller ? String(seller.id) : ''}
            onChange={(e) => shown.set({ seller: e.target.value })}
          >
            <option value="">{t('Todos os vendedores')}</option>
            {sellers.map((s) => (
              <option key={s.id} value={s.id}>
                {s.name}
              </option>
            ))}
          </select>
        )}
      </div>
      {client && <OfClient id={client} onAll={() => shown.set({ client: '' })} />}
      {preset === 'own' && (
        <div className="fg-own">
          <Field label={t('De')} error={period ? undefined : t('Escolha um começo e um fim, até três anos.')}>
            <input
              type="date"
              className="in"
              value={shown.of('from')}
              onChange={(e) => shown.set({ from: e.target.value }, { replace: true })}
            />
          </Field>
          <Field label={t('Até')}>
            <input
              type="date"
              className="in"
              value={shown.of('until')}
              onChange={(e) => shown.set({ until: e.target.value }, { replace: true })}
            />
          </Field>
        </div>
      )}
      {looked ? (
        <div className="fg-grid">
          <CurvePanel
            looked={looked}
            hide_price={hide_price}
            measure={measure}
            onMeasure={(value) => shown.set({ measure: value === 'total' ? '' : value }, { replace: true })}
          />
          <div className="fg-columns">
            <div className="fg-grid">
              <RankingPanel
                looked={looked}
                hide_price={hide_price}
                admin={admin}
                by={by}
                onBy={(value) => shown.set({ by: value === 'product' ? '' : value }, { replace: true })}
              />
              <TogetherPanel looked={looked} />
            </div>
            <div className="fg-grid">
              <AbcPanel looked={looked} />
              {!client && <TargetsPanel looked={looked} admin={admin} />}
            </div>
          </div>
        </div>
      ) : (
        <Empty icon="filter">
          <p>{t('Escolha um começo e um fim para ver os gráficos.')}</p>
        </Empty>
      )}
    </div>
  )
}
/** Of which client these are, and the way back to all of them. */
function OfClient({ id, onAll }: { id: number; onAll: () => void }) {
  const { data } = useQuery({ queryKey: ['client', id], queryFn: () => clientCard(id) })
  const name = data ? data.company_name || data.name : '…'
  return (
    <p className="note fg-client">
      <Icon name="person" size="s" />
      <span className="grow">
        {t('Só de')} <Link href={`/clientes/${id}`}>{name}</Link>
      </span>
      <button type="button" className="btn sec small" onClick={onAll}>
        {t('Todos os clientes')}
      </button>
    </p>
  )
}
