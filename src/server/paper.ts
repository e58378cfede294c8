// One layout for paper and screen: what stands where on each page, as a list that becomes a PDF (paper_pdf.ts) or a
// picture (paper_png.ts). Measures are points from the upper left corner; words come as lines that are broken already.
import type { Run } from 'fontkit'
import { INK, qrOf, writable } from './pdf.ts'
import { fontOf } from './typeface.ts'

export type Mark =
  | { kind: 'rect'; x: number; y: number; w: number; h: number; fill?: string; stroke?: string; radius: number }
  /** One line; `y` is where its letters stand. */
  | { kind: 'words'; x: number; y: number; size: number; bold: boolean; colour: string; text: string; strike: boolean }
  /** An outline as in SVG, moved and made larger. */
  | { kind: 'path'; d: string; x: number; y: number; scale: number; fill?: string; stroke?: string; width: number }
  | { kind: 'picture'; x: number; y: number; w: number; h: number; bytes: Buffer; radius: number }
  | { kind: 'link'; x: number; y: number; w: number; h: number; href: string }
  /** Until `unturn`, everything stands on its head around this point. */
  | { kind: 'turn'; x: number; y: number }
  | { kind: 'unturn' }
  /** What a screen reader is told: a part begins, a part ends. What stands in none is decoration. */
  | { kind: 'in'; tag: Tag; alt?: string }
  | { kind: 'out' }
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Sect'
export interface Page {
  w: number
  h: number
  marks: Mark[]
}
export interface Paper {
  title: string
  author: string
  pages: Page[]
}
export const MM = 72 / 25.4
export const A4 = [595.28, 841.89] as const

const MOST_WORDS = 20_000
const runs = new Map<string, Run>()
/** A text's letters, word by word as a PDF has them: nothing is kerned across a space. */
export function runsOf(text: string, bold: boolean): Run[] {
  return (text.match(/[^ ]* |[^ ]+$/g) ?? []).map((word) => {
    const key = `${bold ? 'b' : 't'}${word}`
    let run = runs.get(key)
    if (!run) {
      if (runs.size > MOST_WORDS) runs.clear()
      runs.set(key, (run = fontOf(bold).layout(word)))
    }
    return run
  })
}
export const widthOf = (text: string, size: number, bold = false) =>
  (runsOf(text, bold).reduce((sum, r) => sum + r.advanceWidth, 0) / fontOf(bold).unitsPerEm) * size
/** Words that are longer than a line, cut where the line ends. */
function pieces(word: string, most: number, size: number, bold: boolean): string[] {
  if (widthOf(word, size, bold) <= most) return [word]
  const out: string[] = []
  let piece = ''
  for (const letter of word)
    if (piece && widthOf(piece + letter, size, bold) > most) {
      out.push(piece)
      piece = letter
    } else piece += letter
  return [...out, piece]
}
/** A text in lines no wider than `width`; what is left after so many lines ends in "…". */
export function linesOf(
  text: string,
  width: number,
  size: number,
  { bold = false, lines: most = Number.POSITIVE_INFINITY } = {},
): string[] {
  const out: string[] = []
  for (const paragraph of writable(text).split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ').flatMap((w) => pieces(w, width, size, bold))) {
      const longer = line ? `${line} ${word}` : word
      if (line && widthOf(longer, size, bold) > width) {
        out.push(line)
        line = word
      } else line = longer
    }
    out.push(line)
  }
  if (out.length <= most) return out
  const kept = out.slice(0, most)
  let last = kept[most - 1] ?? ''
  while (last && widthOf(`${last}…`, size, bold) > width) last = last.slice(0, -1).trimEnd()
  kept[most - 1] = `${last}…`
  return kept
}
/** The largest size, from `most` down to `least`, in which a text fits into so many lines. */
export function sizeFor(text: string, width: number, lines: number, most: number, least: number, bold = true): number {
  let size = most
  while (size > least && linesOf(text, width, size, { bold }).length > lines) size = Math.max(least, size * 0.94)
  return size
}
/** Between lines. */
const LEADING = 1.3
export const heightOf = (lines: number, size: number) => lines * size * LEADING

export interface Words {
  bold?: boolean
  colour?: string
  width?: number
  /** At most so many lines. */
  lines?: number
  align?: 'left' | 'right' | 'center'
  strike?: boolean
  tag?: Tag
}
/** Puts marks on the last page. */
export class Pen {
  readonly paper: Paper
  #page: Page = { w: 0, h: 0, marks: [] }
  constructor(title: string, author: string) {
    this.paper = { title: writable(title), author: writable(author), pages: [] }
  }
  page([w, h]: readonly [number, number] = A4): this {
    this.#page = { w, h, marks: [] }
    this.paper.pages.push(this.#page)
    return this
  }
  /** Marks go on an earlier page again: its number is written when all are known. */
  back(to: number): void {
    this.#page = this.paper.pages[to] ?? this.#page
  }
  put(mark: Mark): void {
    this.#page.marks.push(mark)
  }
  within(tag: Tag, draw: () => void, alt?: string): void {
    this.put({ kind: 'in', tag, ...(alt !== undefined && { alt: writable(alt) }) })
    draw()
    this.put({ kind: 'out' })
  }
  rect(
    x: number,
    y: number,
    w: number,
    h: number,
    look: { fill?: string; stroke?: string; radius?: number } = { fill: INK },
  ): void {
    this.put({ kind: 'rect', x, y, w, h, radius: 0, ...look })
  }
  /** Text from its upper edge; answers the height that it took, 0 for none. */
  words(text: string, x: number, y: number, size: number, o: Words = {}): number {
    const { bold = false, width = this.#page.w - x } = o
    const lines = linesOf(text, width, size, { bold, ...(o.lines && { lines: o.lines }) })
    if (lines.every((l) => l === '')) return 0
    const draw = () => {
      for (const [n, line] of lines.entries()) {
        if (!line) continue
        const free = width - widthOf(line, size, bold)
        this.put({
          kind: 'words',
          x: x + (o.align === 'right' ? free : o.align === 'center' ? free / 2 : 0),
          y: y + heightOf(n, size) + size * ASCENT,
          size,
          bold,
          colour: o.colour ?? INK,
          text: line,
          strike: o.strike ?? false,
        })
      }
    }
    if (o.tag) this.within(o.tag, draw)
    else draw()
    return heightOf(lines.length, size)
  }
  path(d: string, x: number, y: number, scale: number, look: { fill?: string; stroke?: string; width?: number }): void {
    this.put({ kind: 'path', d, x, y, scale, width: 1, ...look })
  }
  picture(bytes: Buffer, x: number, y: number, w: number, h: number, radius = 0): void {
    this.put({ kind: 'picture', bytes, x, y, w, h, radius })
  }
  link(x: number, y: number, w: number, h: number, href: string): void {
    this.put({ kind: 'link', x, y, w, h, href })
  }
  /** Upside down around a point: the back of what is folded. */
  turned(x: number, y: number, draw: () => void): void {
    this.put({ kind: 'turn', x, y })
    draw()
    this.put({ kind: 'unturn' })
  }
  /** A QR code, with the quiet ground around it where `ground` is given. */
  qr(text: string, x: number, y: number, size: number, alt: string, ground = 0): void {
    if (ground)
      this.rect(x - ground, y - ground, size + 2 * ground, size + 2 * ground, { fill: '#ffffff', radius: ground / 2 })
    const code = qrOf(text)
    let d = ''
    for (let r = 0; r < code.size; r++)
      for (let c = 0; c < code.size; c++) if (code.get(r, c)) d += `M${c} ${r}h1.02v1.02h-1.02z`
    this.within('Figure', () => this.path(d, x, y, size / code.size, { fill: '#000000' }), alt)
  }
}
/** How high above its letters' feet a line goes through them, and how thick it is, at size 1. */
export const STRIKE = 0.3
export const STROKE = 0.06
/** How far below its upper edge a line's letters stand, at size 1: half of the leading, and the font's own height. */
const ASCENT = (LEADING - 1.21) / 2 + 0.96875
