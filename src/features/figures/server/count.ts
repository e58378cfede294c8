// Answers made of what is kept: pure sums and orders over rows.
import { addDays } from '#shared/day.ts'
import type { Curve, Glance, Pair, Ranked, Ranking } from '../contract.ts'
import { classesOf, type Period, periodBefore, type Step, stepAt, stepOf, stepsOf } from '../rules.ts'
import type { DayRow, PairRow, RankRow } from './queries.ts'

interface Sold {
  orders: number
  pieces: number
  total: number
}
const none = (): Sold => ({ orders: 0, pieces: 0, total: 0 })
const add = (a: Sold, b: Sold): Sold => ({
  orders: a.orders + b.orders,
  pieces: a.pieces + b.pieces,
  total: a.total + b.total,
})
/** Without money for who sees none. */
const shown = <T extends Sold>({ total, ...s }: T, hide: boolean) => (hide ? s : { ...s, total })

/** The sums of a curve's steps. */
function stepSums(days: readonly DayRow[], p: Period, step: Step, steps: number): Sold[] {
  const sums = Array.from({ length: steps }, none)
  for (const d of days) {
    if (d.day < p.from || d.day > p.until) continue
    const at = Math.min(stepAt(p, step, d.day), steps - 1)
    sums[at] = add(sums[at] as Sold, d)
  }
  return sums
}
export function curveOf(days: readonly DayRow[], p: Period, hide: boolean): Omit<Curve, 'counting'> {
  const before = periodBefore(p)
  const step = stepOf(p)
  const [now, then] = [stepsOf(p, step), stepsOf(before, step)]
  const sums = stepSums(days, p, step, now.length)
  const sumsBefore = stepSums(days, before, step, then.length)
  const both = (a: Sold, b: Sold) => ({ ...shown(a, hide), before: shown(b, hide) })
  return {
    step,
    before,
    sums: both(sums.reduce(add, none()), sumsBefore.reduce(add, none())),
    steps: now.map((day, i) => ({
      day,
      day_before: then[i] ?? null,
      ...both(sums[i] as Sold, sumsBefore[i] ?? none()),
    })),
  }
}
/** How many points a curve of classes has at most. */
const POINTS = 100
export function rankingOf(
  rows: readonly RankRow[],
  p: { whole: number; hide: boolean; offset: number; limit: number },
): Omit<Ranking, 'counting' | 'before'> {
  const worth = (r: RankRow) => (p.hide ? r.pieces : r.total)
  const all = rows
    .filter((r) => r.pieces > 0 || r.total > 0 || r.pieces_before > 0 || r.total_before > 0)
    .toSorted((a, b) => worth(b) - worth(a) || b.pieces - a.pieces || a.name.localeCompare(b.name))
  const classes = classesOf(all.map(worth))
  const percent = (v: number) => (p.whole > 0 ? Math.round((v * 1000) / p.whole) / 10 : 0)
  const ranked = all.map((r, i): Ranked => {
    const { pieces_before, total_before, ...own } = r
    const row = { ...own, share: percent(worth(r)), class: classes[i] as Ranked['class'] }
    const before = { orders: 0, pieces: pieces_before, total: total_before }
    return { ...row, ...(p.hide && { total: undefined }), before: shown(before, p.hide) }
  })
  let upto = 0
  const sums = all.map((r) => (upto += Math.max(0, worth(r))))
  const every = Math.max(1, Math.ceil(all.length / POINTS))
  return {
    rows: ranked.slice(p.offset, p.offset + p.limit),
    count: all.length,
    classes: (['A', 'B', 'C'] as const).map((c) => {
      const of = all.filter((_, i) => classes[i] === c)
      return { class: c, count: of.length, share: percent(of.reduce((sum, r) => sum + worth(r), 0)) }
    }),
    curve: sums.flatMap((sum, i): [number, number][] =>
      (i + 1) % every === 0 || i === 0 || i === sums.length - 1 ? [[i + 1, percent(sum)]] : [],
    ),
  }
}
/** How many pairs are told. */
const MOST_PAIRS = 20
/** Pairs that meet more often than chance would have them, in so many orders in all. */
export function pairsOf(rows: readonly PairRow[], orders: number): Pair[] {
  return rows
    .filter((r) => r.orders * orders > r.a_orders * r.b_orders)
    .slice(0, MOST_PAIRS)
    .map((r) => {
      const a = { id: r.a, name: r.a_name }
      const b = { id: r.b, name: r.b_name }
      const rarer = Math.min(r.a_orders, r.b_orders)
      const [first, second] = r.a_orders <= r.b_orders ? [a, b] : [b, a]
      return { first, second, orders: r.orders, share: Math.round((r.orders * 100) / rarer) }
    })
}

export const lastOf = ({ day, orders, pieces, total }: DayRow, hide: boolean) => ({
  day,
  orders,
  pieces,
  ...(!hide && { total }),
})
export const GLANCE_DAYS = 14
interface Looked extends Sold {
  new_clients: number
  visits: number
  from_catalogue: number
}
interface Seen {
  today: string
  days: readonly DayRow[]
  /** A week ago until now. */
  until_now: Omit<DayRow, 'day'>
  firsts: readonly { day: string; n: number; so_far: number }[]
  /** null: not for this reader. */
  visits: readonly { day: string; visits: number }[] | null
}
export function glanceOf({ today, days, until_now, firsts, visits }: Seen, hide: boolean) {
  const sold = new Map(days.map((d) => [d.day, d]))
  const first = new Map(firsts.map((f) => [f.day, f]))
  const seen = visits && new Map(visits.map((v) => [v.day, v.visits]))
  const of = (day: string): Looked => {
    const d = sold.get(day)
    return {
      ...(d ? { orders: d.orders, pieces: d.pieces, total: d.total } : none()),
      new_clients: first.get(day)?.n ?? 0,
      visits: seen?.get(day) ?? 0,
      from_catalogue: d?.from_catalogue ?? 0,
    }
  }
  const told = ({ total, visits: v, from_catalogue, ...g }: Looked): Glance => ({
    ...g,
    ...(!hide && { total }),
    ...(seen && { visits: v, from_catalogue }),
  })
  const daysBack = (from: number, n: number) => Array.from({ length: n }, (_, i) => addDays(today, from + i))
  const sum = (list: string[]) =>
    list.map(of).reduce((a, b) => ({
      ...add(a, b),
      new_clients: a.new_clients + b.new_clients,
      visits: a.visits + b.visits,
      from_catalogue: a.from_catalogue + b.from_catalogue,
    }))
  const ago = addDays(today, -7)
  return {
    today: told(of(today)),
    // Visits know no hour: the rate of a whole day stands beside today's.
    week_ago: told({
      ...of(ago),
      ...until_now,
      from_catalogue: of(ago).from_catalogue,
      new_clients: first.get(ago)?.so_far ?? 0,
    }),
    week: told(sum(daysBack(-6, 7))),
    week_before: told(sum(daysBack(-13, 7))),
    days: daysBack(1 - GLANCE_DAYS, GLANCE_DAYS).map((day) => ({ day, ...told(of(day)) })),
  }
}
