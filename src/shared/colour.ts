// Seven values from a company's one colour (design: "Colour from one colour"). The specification picks black or
// white text, for the toolbar by another rule than for the rest; where that misses
// 4.5:1 the shade moves until it holds.
type Rgb = [number, number, number]

const parse = (hex: string): Rgb => {
  const h = /^#[0-9a-f]{6}$/i.test(hex) ? hex : PLATFORM_COLOUR
  return [1, 3, 5].map((i) => Number.parseInt(h.slice(i, i + 2), 16)) as Rgb
}
const show = (c: Rgb) => `#${c.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`
const linear = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)
const gamma = (v: number) => 255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)
const luminance = (c: Rgb) => 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2])
/** WCAG contrast of two colours, 1–21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(parse(a)), luminance(parse(b))]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
/** Specification §4: black when (0.2126 R + 0.7152 G + 0.0722 B) / 255 is above 0.5, else white. */
export function onColour(hex: string): '#000000' | '#ffffff' {
  const [r, g, b] = parse(hex)
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255 > 0.5 ? '#000000' : '#ffffff'
}
/** Specification §2: toolbar text from brightness, threshold 128. */
export function onToolbar(hex: string): '#000000' | '#ffffff' {
  const [r, g, b] = parse(hex)
  return (299 * r + 587 * g + 114 * b) / 1000 > 128 ? '#000000' : '#ffffff'
}

function toOklch(c: Rgb): Rgb {
  const [r, g, b] = c.map(linear) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(A, B), Math.atan2(B, A)]
}
function fromOklch([L, C, h]: Rgb): Rgb | null {
  const [a, b] = [C * Math.cos(h), C * Math.sin(h)]
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  if (rgb.some((v) => v < -0.0005 || v > 1.0005)) return null
  return rgb.map((v) => gamma(Math.min(1, Math.max(0, v)))) as Rgb
}
function inGamut(L: number, C: number, h: number): Rgb {
  for (let c = C; c > 0; c -= 0.004) {
    const rgb = fromOklch([L, c, h])
    if (rgb) return rgb
  }
  return fromOklch([Math.min(1, Math.max(0, L)), 0, h]) ?? [0, 0, 0]
}
function move(hex: string, against: string, step: number): string {
  let [L, C, h] = toOklch(parse(hex))
  let out = hex
  while (contrast(out, against) < 4.5 && L + step >= 0 && L + step <= 1) {
    L += step
    out = show(inGamut(L, C, h))
  }
  return out
}

/** The platform's own colour, worn until a company's is known (specification §4). */
export const PLATFORM_COLOUR = '#3f51b5'
export interface Palette {
  brand: string
  /** Black or white by luminance, and the shade under it: buttons, footers, whatever is filled. */
  on: string
  fill: string
  /** Black or white by brightness, and the shade under it: the toolbar and what goes with it. */
  onBar: string
  bar: string
  ink: string
  inkDark: string
}
/** Away from the text until it can be read. */
const under = (text: string, colour: string) => move(colour, text, text === '#ffffff' ? -0.004 : 0.004)
/** Darkest light ground #EBE9E7 and lightest dark ground #322E2B: text in `ink` and `inkDark` reads on every ground. */
export function palette(primary: string): Palette {
  const brand = show(parse(primary))
  const on = onColour(brand)
  const onBar = onToolbar(brand)
  const bar = under(onBar, brand)
  return {
    brand,
    on,
    fill: on === onBar ? bar : under(on, brand),
    onBar,
    bar,
    ink: move(brand, '#ebe9e7', -0.004),
    inkDark: move(brand, '#322e2b', 0.004),
  }
}
/** What the style sheets read (tokens.css), the same in the first HTML and in the browser. */
export const properties = (p: Palette): [string, string][] => [
  ['--brand', p.brand],
  ['--on-brand', p.on],
  ['--brand-fill', p.fill],
  ['--on-bar', p.onBar],
  ['--brand-bar', p.bar],
  ['--brand-ink', p.ink],
  ['--brand-ink-dark', p.inkDark],
]
export const paletteCss = (p: Palette) =>
  `:root{${properties(p)
    .map((pair) => pair.join(':'))
    .join(';')}}`
