// The measured growth as pictures for docs/scale.md, drawn from the tables of RESULTS.md: `node bench/plots.ts`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tableOf } from './results.ts'

const [WIDTH, HEIGHT, LEFT, TOP, ACROSS] = [300, 190, 56, 34, 3]
/** Milliseconds at the bottom and at the top of every panel: one scale, so that they can be compared by eye. */
const [LEAST, MOST] = [0.5, 500]

interface Line {
  of: string
  /** By size; null: not measured. */
  values: (number | null)[]
}
interface Panel {
  title: string
  lines: Line[]
}
const LOOKS: Record<string, string> = {
  p50: 'stroke="#0f766e" stroke-width="2.5"',
  p99: 'stroke="#0f766e" stroke-width="1.5" stroke-dasharray="5 4"',
  floor: 'stroke="#94a3b8" stroke-width="2"',
}
const LEGEND = { p50: 'p50', p99: 'p99', floor: 'piso, p50' }
/** "2.8 / 6.7" → [2.8, 6.7] */
const pair = (cell = '') => {
  const [p50, p99] = cell.split(' / ').map(Number)
  return p50 !== undefined && p99 !== undefined ? { p50, p99 } : null
}
function panelsOf(rows: string[][], sizes: number): Panel[] {
  const cells = (name: string) =>
    rows
      .find(([n]) => n === name)
      ?.slice(1, 1 + sizes)
      .map(pair)
  return rows.flatMap(([name = '']) => {
    const ours = cells(name) ?? []
    if (name.includes(',') || ours.every((c) => c === null)) return []
    const floor = cells(`${name}, piso`)
    return {
      title: name,
      lines: [
        ...(floor ? [{ of: 'floor', values: floor.map((c) => c?.p50 ?? null) }] : []),
        { of: 'p99', values: ours.map((c) => c?.p99 ?? null) },
        { of: 'p50', values: ours.map((c) => c?.p50 ?? null) },
      ],
    }
  })
}
function drawn({ title, lines }: Panel, sizes: string[], at: number): string {
  const [x0, y0] = [(at % ACROSS) * WIDTH + LEFT, Math.floor(at / ACROSS) * HEIGHT + TOP]
  const [w, h] = [WIDTH - LEFT - 36, HEIGHT - TOP - 34]
  const x = (i: number) => x0 + (sizes.length === 1 ? w / 2 : (i * w) / (sizes.length - 1))
  const y = (ms: number) => y0 + h - (Math.log(ms / LEAST) / Math.log(MOST / LEAST)) * h
  const grid = [1, 10, 100].map(
    (ms) => `<path d="M${x0} ${y(ms).toFixed(1)}h${w}" stroke="#e2e8f0"/>
<text x="${x0 - 6}" y="${(y(ms) + 4).toFixed(1)}" text-anchor="end">${ms} ms</text>`,
  )
  const marks = sizes.map((s, i) => `<text x="${x(i).toFixed(1)}" y="${y0 + h + 16}" text-anchor="middle">${s}</text>`)
  const paths = lines.map(({ of, values }) => {
    const points = values.flatMap((ms, i) => (ms === null ? [] : `${x(i).toFixed(1)} ${y(ms).toFixed(1)}`))
    return `<polyline points="${points.join(' ')}" fill="none" ${LOOKS[of]}/>`
  })
  return [`<text x="${x0}" y="${y0 - 10}" class="t">${title}</text>`, ...grid, ...marks, ...paths].join('\n')
}
export function plotGrowth(): void {
  mkdirSync('docs/img', { recursive: true })
  for (const [section, file] of [
    ['Crescimento: produtos de uma empresa', 'growth-products.svg'],
    ['Crescimento: empresas de cem produtos', 'growth-companies.svg'],
  ] as const) {
    const { head, rows } = tableOf(section)
    const sizes = head.slice(1).filter((h) => /^[\d.]+$/.test(h))
    const panels = panelsOf(rows, sizes.length)
    const high = Math.ceil(panels.length / ACROSS) * HEIGHT + 24
    const known = Object.entries(LEGEND).filter(([of]) => panels.some((p) => p.lines.some((l) => l.of === of)))
    const legend = known.map(
      ([of, words], i) => `<path d="M${LEFT + i * 76} ${high - 16}h24" ${LOOKS[of]}/>
<text x="${LEFT + 30 + i * 76}" y="${high - 12}">${words}</text>`,
    )
    writeFileSync(
      `docs/img/${file}`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ACROSS * WIDTH} ${high}" font-family="sans-serif" font-size="11" fill="#475569">
<style>.t{font-size:13px;font-weight:600;fill:#0f172a}</style>
<rect width="100%" height="100%" fill="#fff"/>
${panels.map((p, i) => drawn(p, sizes, i)).join('\n')}
${legend.join('\n')}
</svg>
`,
    )
  }
}
if (import.meta.main) plotGrowth()
