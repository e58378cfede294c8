import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { type Curve, readCurve } from '../contract.ts'
import { average } from '../rules.ts'
import { Change } from './Change.tsx'
import { ChartPanel, type Looked, queryOf } from './ChartPanel.tsx'
import { Plot } from './Plot.tsx'
import { useFigures } from './useFigures.ts'
import { MEASURES, type Measure, showNumber, showPeriod, showShort, showValue, stepName, tickOf } from './words.ts'

interface Props {
  looked: Looked
  hide_price: boolean
  measure: Measure
  onMeasure: (measure: Measure) => void
}
/** Sales day by day, above them what they come to, both against the period before. */
export function CurvePanel({ looked, hide_price, measure, onMeasure }: Props) {
  const { period } = looked
  const read = useFigures(['curve', looked], () => call(readCurve, { query: queryOf(looked) }))
  const c = read.data
  const measures = MEASURES.filter((m) => !hide_price || m.value !== 'total')
  const shown = measures.some((m) => m.value === measure) ? measure : 'orders'
  const valueOf = (s: { orders: number; pieces: number; total?: number | undefined }) => s[shown] ?? 0
  const month = c?.step === 'month'
  return (
    <ChartPanel
      title={month ? t('Vendas por mês') : t('Vendas por dia')}
      {...(c && { note: t('{now} contra {before}', { now: showPeriod(period), before: showPeriod(c.before) }) })}
      looked={looked}
      by="day"
      read={read}
      choices={<Choices choices={measures} value={shown} onChoose={onMeasure} />}
      table={c && <StepTable curve={c} hide_price={hide_price} />}
    >
      {c && (
        <>
          <Sums curve={c} hide_price={hide_price} />
          <Plot
            label={t('Gráfico: use as setas para ler cada ponto')}
            lines={[
              { kind: 'now', values: c.steps.map(valueOf) },
              { kind: 'before', values: c.steps.map((s) => (s.day_before === null ? null : valueOf(s.before))) },
            ]}
            tick={(i) => tickOf(c.steps[i]?.day ?? '', c.step)}
            scale={(n) => showShort(shown, n)}
            say={(i) => {
              const s = c.steps[i]
              if (!s) return ''
              const now = `${stepName(s.day, c.step)}: ${showValue(shown, valueOf(s))}`
              return s.day_before === null
                ? now
                : `${now} · ${t('antes, {day}: {n}', { day: stepName(s.day_before, c.step), n: showValue(shown, valueOf(s.before)) })}`
            }}
          >
            <span className="fg-key now">{t('Este período')}</span>
            <span className="fg-key before">{t('Período anterior')}</span>
          </Plot>
        </>
      )}
    </ChartPanel>
  )
}
function Sums({ curve, hide_price }: { curve: Curve; hide_price: boolean }) {
  const { sums: s } = curve
  const b = s.before
  const cents = (n: number) => showValue('total', n)
  return (
    <dl className="fg-sums">
      {!hide_price && <Sum name={t('Vendas')} now={s.total ?? 0} before={b.total ?? 0} show={cents} />}
      <Sum name={t('Pedidos')} now={s.orders} before={b.orders} show={showNumber} />
      {!hide_price && (
        <Sum
          name={t('Ticket médio')}
          now={average(s.total ?? 0, s.orders)}
          before={average(b.total ?? 0, b.orders)}
          show={cents}
        />
      )}
      <Sum name={t('Peças')} now={s.pieces} before={b.pieces} show={showNumber} />
    </dl>
  )
}
const Sum = (p: { name: string; now: number; before: number; show: (n: number) => string }) => (
  <div>
    <dt className="sm t2">{p.name}</dt>
    <dd>
      <b className="fg-big block">{p.show(p.now)}</b>
      <Change now={p.now} before={p.before} show={p.show} />
    </dd>
  </div>
)
function StepTable({ curve, hide_price }: { curve: Curve; hide_price: boolean }) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">{curve.step === 'day' ? t('Dia') : t('Mês')}</th>
          <th scope="col" className="num">
            {t('Pedidos')}
          </th>
          <th scope="col" className="num">
            {t('Peças')}
          </th>
          {!hide_price && (
            <>
              <th scope="col" className="num">
                {t('Vendas')}
              </th>
              <th scope="col" className="num">
                {t('Antes')}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {curve.steps.map((s) => (
          <tr key={s.day}>
            <th scope="row">{stepName(s.day, curve.step)}</th>
            <td className="num">{showNumber(s.orders)}</td>
            <td className="num">{showNumber(s.pieces)}</td>
            {!hide_price && (
              <>
                <td className="num">{showValue('total', s.total ?? 0)}</td>
                <td className="num t2">{s.day_before ? showValue('total', s.before.total ?? 0) : '–'}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
