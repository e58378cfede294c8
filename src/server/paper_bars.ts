// Bar codes as bars: how wide each is, in the code's own unit.
import bwip from 'bwip-js/node'
import { MM } from './paper.ts'
import type { Pen } from './paper.ts'

export interface Symbol {
  kind: 'ean13' | 'ean8' | 'code128'
  text: string
}
/** Units that must stay white on both sides. */
const QUIET = { ean13: 11, ean8: 7, code128: 10 } as const
/** Readers see nothing below this; a code for tills is 0.33 mm, and may shrink to 80 %. */
const LEAST = { ean13: 0.264 * MM, ean8: 0.264 * MM, code128: 0.19 * MM } as const
const MOST = 0.33 * MM

/** Bar, space, bar, … */
function barsOf({ kind, text }: Symbol): number[] {
  const [found] = bwip.raw({ bcid: kind, text }) as { sbs?: number[] }[]
  return found?.sbs ?? []
}
/** Draws a code into a box, in the middle; answers false where the box is too narrow for anybody to read it. */
export function drawBars(pen: Pen, symbol: Symbol, x: number, y: number, w: number, h: number): boolean {
  const bars = barsOf(symbol)
  const units = bars.reduce((sum, n) => sum + n, 0) + 2 * QUIET[symbol.kind]
  const unit = Math.min(MOST, w / units)
  if (bars.length === 0 || unit < LEAST[symbol.kind] - 0.001) return false
  let at = x + (w - units * unit) / 2 + QUIET[symbol.kind] * unit
  let d = ''
  for (const [n, wide] of bars.entries()) {
    if (n % 2 === 0)
      d += `M${at.toFixed(3)} ${y.toFixed(3)}h${(wide * unit).toFixed(3)}v${h.toFixed(3)}h${(-wide * unit).toFixed(3)}z`
    at += wide * unit
  }
  pen.within('Figure', () => pen.path(d, 0, 0, 1, { fill: '#000000' }), `Código de barras ${symbol.text}`)
  return true
}
