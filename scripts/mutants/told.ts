// What a run tells: a table by place, and every fault that nobody noticed and nobody explained.
export interface Result {
  key: string
  group: string
  place: string
  line: number
  before: string
  after: string
  /** `none`: PostgreSQL does not take it, so it is no fault. */
  outcome: 'noticed' | 'survived' | 'timeout' | 'none'
  by?: string
  tried?: number
}
/** So many of them, always the same for a seed, in their own order. */
export function sampled<T>(all: T[], most: number, seed: number): T[] {
  if (most >= all.length) return all
  let state = seed * 2_654_435_761 + 1
  const draw = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return state
  }
  const chosen = new Set(
    all
      .map((_, i) => [draw(), i] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, most)
      .map(([, i]) => i),
  )
  return all.filter((_, i) => chosen.has(i))
}
const plain = (s: string) => s.replaceAll('\\|', '|').trim()
/** By place and words, how many faults that read so were looked at. */
export type Reasons = ReadonlyMap<string, number>
/** Rows of docs/trust.md of the form | `place` | `before` | `after` | why |, which speak of one fault each; of several
 * that read alike where the last cell ends with (2 ×). */
export function explained(page: string): Reasons {
  const rows = page.matchAll(/^\| `([^`]+)` \| `` ?(.+?) ?`` \| `` ?(.+?) ?`` \| .+?(?: \((\d+) ×\))? \|$/gm)
  return new Map(
    [...rows].map(([, place = '', before = '', after = '', times = '1']) => [
      [place, before, after].map(plain).join('¦'),
      Number(times),
    ]),
  )
}
const readsAs = ({ place, before, after }: Result) => [place, before, after].map(plain).join('¦')
/** Those that nothing noticed and nobody explained. */
export function openOf(results: Result[], reasons: Reasons): Result[] {
  const left = new Map(reasons)
  return results.filter((r) => {
    if (r.outcome !== 'survived') return false
    const looked = left.get(readsAs(r)) ?? 0
    left.set(readsAs(r), looked - 1)
    return looked <= 0
  })
}

export function tables(results: Result[], drawn: number, reasons: Reasons): { text: string; open: number } {
  const real = results.filter((r) => r.outcome !== 'none')
  const open = openOf(real, reasons)
  const of = (list: Result[]) => {
    const survived = list.filter((r) => r.outcome === 'survived')
    const equal = survived.filter((r) => !open.includes(r)).length
    const noticed = list.length - survived.length
    const share = list.length > 0 ? `${((100 * noticed) / list.length).toFixed(1)} %` : '–'
    return [list.length, noticed, list.filter((r) => r.outcome === 'timeout').length, survived.length, equal, share]
  }
  const names = [...new Set(real.map((r) => r.place))].sort()
  const rows = names.map((name) => [`\`${name}\``, ...of(real.filter((r) => r.place === name))])
  const head = ['place', 'faults', 'noticed', 'of these by time', 'not noticed', 'of these explained', 'share']
  const table = [head, head.map(() => '---'), ...rows, ['all', ...of(real)]].map((r) => `| ${r.join(' | ')} |`)
  const lines = open.map((r) => `${r.place}:${r.line}\n    ${r.before}\n    ${r.after}`)
  const rest = drawn - results.length
  return {
    text: [
      ...table,
      '',
      ...lines,
      `${real.length} faults tried, ${open.length} neither noticed nor explained${rest > 0 ? `, ${rest} not tried yet` : ''}`,
    ].join('\n'),
    open: open.length,
  }
}
/** By group: faults, those that each tier notices, and the share that `npm test` notices of what both notice. */
export function tierTable(results: readonly Result[], tierOf: (test: string) => string): string {
  const head = ['group', 'faults', 'noticed by npm test', 'by test:full only', 'not noticed', 'share of npm test']
  const rows = [...new Set(results.map((r) => r.group))].map((group) => {
    const faults = results.filter((r) => r.group === group && r.outcome !== 'none')
    const noticed = faults.filter((r) => r.outcome !== 'survived')
    const early = noticed.filter((r) => tierOf(r.by ?? '') === 'test').length
    const late = noticed.length - early
    const share = noticed.length > 0 ? `${((100 * early) / noticed.length).toFixed(1)} %` : '–'
    return [group, faults.length, early, late, faults.length - noticed.length, share]
  })
  return ['', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)].join('\n')
}
