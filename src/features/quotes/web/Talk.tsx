import { specsLabel } from '#features/products/rules.ts'
import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import type { Saying } from '../contract.ts'
import './Talk.css'

const KINDS: Record<Saying['kind'], string> = {
  aceito: 'Aceito',
  recusado: 'Recusado',
  ajuste: 'Mudança pedida',
  renovar: 'Renovação pedida',
  oferta: 'Nova oferta',
}
const called = (l: { name: string; specs: Record<string, string> }) =>
  [l.name, specsLabel(l.specs)].filter(Boolean).join(', ')
/** Old → new, line by line: quantities, or prices. */
export function Differences({ talk, currency }: { talk: Pick<Saying, 'lines' | 'prices'>; currency: string }) {
  const rows = [
    ...talk.lines.map((l) => ({ ...l, from: String(l.was), to: l.now === 0 ? t('sem este item') : String(l.now) })),
    ...(talk.prices ?? []).map((l) => ({ ...l, from: showCents(l.was, currency), to: showCents(l.now, currency) })),
  ]
  if (rows.length === 0) return null
  return (
    <dl>
      {rows.map((l) => (
        <div className="kv" key={`${l.line}${l.from}`}>
          <dt>{called(l)}</dt>
          <dd className="nowrap">
            <del>{l.from}</del> → <ins className="b">{l.to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
/** What client and seller said about a quote, each on a side of their own; `ours` is the reader's. */
export function Talk({ talk, currency, ours }: { talk: Saying[]; currency: string; ours: boolean }) {
  return (
    <ol className="talk">
      {talk.map((s, i) => (
        <li key={i} className={s.ours === ours ? 'mine' : ''}>
          <p className="xs t2">
            <b>{s.withdrawn ? t('Solicitação de ajuste retirada') : t(KINDS[s.kind])}</b>
            {[s.who || (s.ours ? t('vendedor') : t('cliente')), showMoment(s.at)].map((x) => ` · ${x}`)}
          </p>
          <Differences talk={s} currency={currency} />
          {s.text && <p className="pre">{s.text}</p>}
        </li>
      ))}
    </ol>
  )
}
