// A product's variations as a grid with number keys of its own: a cell, digits, the next cell; a row repeats downwards,
// a sum is shared out over a row, and every step can be taken back.
import { useEffect, useRef, useState } from 'react'
import type { Product, Variation } from '#features/products/contract.ts'
import { lineIssue } from '#features/products/quantity.ts'
import { shownPrice, specsLabel } from '#features/products/rules.ts'
import { showCents } from '#shared/money.ts'
import { say, t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type Amounts, axesOf, begun, fillRow, repeatRow, stepped, typed, undone } from '../grid.ts'
import { type Usual, usualOf } from '../rules.ts'
import { piecesOfChoice } from './lines.ts'
import { NumberPad } from './NumberPad.tsx'
import { ShareOut } from './ShareOut.tsx'
import '#web/ui/Sheet.css'
import './GridDialog.css'

interface Props {
  product: Product
  /** Where to begin. */
  variation: Variation | null
  usual: readonly Usual[]
  currency: string
  hide_price: boolean
  onClose: () => void
  /** What every variation of the product shall be in the order. */
  onDone: (amounts: Amounts) => void
}
export default function GridDialog({ product, variation, usual, currency, hide_price, onClose, onDone }: Props) {
  const found = axesOf(product)
  // More than two axes: a row for each choice.
  const axes = found ?? {
    across: '',
    down: '',
    columns: [''],
    rows: product.attributes.map((v) => specsLabel(v.specs)),
    at: (row: string) => product.attributes.find((v) => specsLabel(v.specs) === row),
  }
  const [history, setHistory] = useState(() =>
    begun<Amounts>(
      product.attributes.reduce<Amounts>((now, v) => typed(now, v.id, piecesOfChoice({ product, variation: v })), {}),
    ),
  )
  const cells = axes.rows.flatMap((row) => axes.columns.flatMap((column) => axes.at(row, column) ?? []))
  const [at, setAt] = useState(() => variation?.id ?? cells[0]?.id ?? 0)
  /** The next digit begins the number anew. */
  const fresh = useRef(true)
  const [sharing, setSharing] = useState(false)
  const amounts = history.now
  const row = axes.rows.find((r) => axes.columns.some((c) => axes.at(r, c)?.id === at)) ?? ''
  const step = (next: Amounts) => setHistory((h) => stepped(h, next))
  const go = (id: number) => {
    setAt(id)
    fresh.current = true
  }
  const press = (digit: string) => {
    const was = fresh.current ? '' : String(amounts[at] ?? '')
    fresh.current = false
    step(typed(amounts, at, Number(`${was}${digit}`.slice(0, 6))))
  }
  const move = (down: number, right: number) => {
    const [r, c] = [axes.rows.indexOf(row), axes.columns.findIndex((x) => axes.at(row, x)?.id === at)]
    for (let n = 1; n <= axes.rows.length + axes.columns.length; n++) {
      const target = axes.at(axes.rows[r + down * n] ?? '', axes.columns[c + right * n] ?? '')
      if (target) return go(target.id)
    }
  }
  const next = () => {
    const i = cells.findIndex((v) => v.id === at)
    const after = cells[(i + 1) % cells.length]
    if (after) go(after.id)
  }
  useEffect(() => {
    document.getElementById(`op-cell-${at}`)?.focus()
  }, [at])
  const pieces = Object.values(amounts).reduce((n, x) => n + x, 0)
  const sum = product.attributes.reduce((n, v) => n + (shownPrice(product, v)?.now ?? 0) * (amounts[v.id] ?? 0), 0)
  const lines = product.attributes.map((v) => ({ product_id: product.id, quantity: amounts[v.id] ?? 0 }))
  const issue = lines.map((l) => (l.quantity > 0 ? lineIssue(l, lines, product) : null)).find(Boolean) ?? null
  return (
    <Modal className="sheet op-grid" label={product.name} onClose={onClose}>
      <div
        className="body page col g3"
        onKeyDown={(e) => {
          if (sharing || e.ctrlKey || e.metaKey || e.altKey) return
          const arrows: Record<string, [number, number]> = {
            ArrowDown: [1, 0],
            ArrowUp: [-1, 0],
            ArrowRight: [0, 1],
            ArrowLeft: [0, -1],
          }
          const arrow = arrows[e.key]
          const cell = (e.target as HTMLElement).id.startsWith('op-cell-')
          if (arrow && cell) move(...arrow)
          else if (/^\d$/.test(e.key)) press(e.key)
          else if (e.key === 'Backspace' && cell) step(typed(amounts, at, Math.floor((amounts[at] ?? 0) / 10)))
          else if (e.key === 'Delete' && cell) step(typed(amounts, at, 0))
          else if (e.key === 'Enter' && cell) next()
          else return
          e.preventDefault()
        }}
        role="presentation"
      >
        <div className="row between">
          <div>
            <h2>{product.name}</h2>
            <p className="sm t2">
              {[product.code, product.multiple > 1 && t('de {n} em {n} peças', { n: product.multiple })]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <button type="button" className="ib" aria-label={t('Fechar')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="op-scroll">
          <table className="op-cells">
            {axes.across !== '' && (
              <thead>
                <tr>
                  <td />
                  {axes.columns.map((c) => (
                    <th key={c} scope="col">
                      {c}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {axes.rows.map((r) => (
                <tr key={r} className={r === row ? 'here' : undefined}>
                  <th scope="row">{r}</th>
                  {axes.columns.map((c) => {
                    const v = axes.at(r, c)
                    const own = v && usualOf(usual, product.id, v.specs)
                    return (
                      <td key={c}>
                        {v ? (
                          <button
                            type="button"
                            id={`op-cell-${v.id}`}
                            className={`op-cell${amounts[v.id] ? ' has' : ''}`}
                            tabIndex={v.id === at ? 0 : -1}
                            aria-current={v.id === at || undefined}
                            aria-label={t('{label}: {n} peças', { label: specsLabel(v.specs), n: amounts[v.id] ?? 0 })}
                            onClick={() => go(v.id)}
                          >
                            <span>{amounts[v.id] ?? 0}</span>
                            {own && <small>{t('costuma {n}', { n: own.quantity })}</small>}
                          </button>
                        ) : (
                          <span className="op-cell no">—</span>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {sharing && (
          <ShareOut
            row={axes.across === '' ? '' : row}
            labels={axes.across === '' ? axes.rows : axes.columns}
            multiple={product.mixed ? 1 : product.multiple}
            onClose={() => setSharing(false)}
            onShare={(shares) => {
              step(
                axes.across === ''
                  ? axes.rows.reduce((now, r, i) => typed(now, axes.at(r, '')?.id ?? 0, shares[i] ?? 0), amounts)
                  : fillRow(amounts, axes, row, shares),
              )
              setSharing(false)
            }}
          />
        )}
        {issue && (
          <p className="hint err" role="alert">
            {say(issue.message)}
          </p>
        )}
      </div>
      <div className="foot col g3">
        <div className="op-tools">
          {axes.across !== '' && (
            <button type="button" className="btn sec small" onClick={() => step(repeatRow(amounts, axes, row))}>
              {t('Repetir linha')}
            </button>
          )}
          <button type="button" className="btn sec small" aria-expanded={sharing} onClick={() => setSharing(!sharing)}>
            {t('Distribuir')}
          </button>
          <button
            type="button"
            className="btn sec small"
            disabled={history.before.length === 0}
            onClick={() => setHistory(undone)}
          >
            <Icon name="undo" size="s" />
            {t('Desfazer')}
          </button>
        </div>
        {!sharing && (
          <NumberPad
            onDigit={press}
            onBack={() => step(typed(amounts, at, Math.floor((amounts[at] ?? 0) / 10)))}
            onNext={next}
          />
        )}
        <button type="button" className="go" disabled={issue !== null} onClick={() => onDone(amounts)}>
          <span className="grow">{tn(pieces, 'Pôr {n} peça no pedido', 'Pôr {n} peças no pedido')}</span>
          {!hide_price && pieces > 0 && <b>{showCents(sum, currency)}</b>}
        </button>
      </div>
    </Modal>
  )
}
