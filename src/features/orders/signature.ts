// A signature on the screen is its strokes, not a picture: the path of an SVG in a box of fixed size, drawn sharp
// on every screen and on paper, with nothing in it that could be anything else.
export const SIGNATURE_BOX = { width: 600, height: 200 } as const
const MOST = 24_000
export type Point = readonly [x: number, y: number]

const inside = (n: number, most: number) => Math.min(most, Math.max(0, Math.round(n)))
/** Strokes as a path: `M12 40L13 42…`, whole numbers within the box; points that repeat are left out. */
export function pathOf(strokes: readonly (readonly Point[])[]): string {
  const drawn = strokes.flatMap((stroke) => {
    const points = stroke.map(([x, y]) => `${inside(x, SIGNATURE_BOX.width)} ${inside(y, SIGNATURE_BOX.height)}`)
    const kept = points.filter((p, i) => p !== points[i - 1])
    // A single point is a dot: a line of no length, which round ends make visible.
    return kept.length === 0
      ? []
      : [`M${kept[0]}${(kept.length === 1 ? kept : kept.slice(1)).map((p) => `L${p}`).join('')}`]
  })
  return drawn.join('')
}
/** Whether a text is a signature as `pathOf` writes it. */
export const isSignature = (text: string) =>
  text.length <= MOST && /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/.test(text)
