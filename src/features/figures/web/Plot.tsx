// A chart in the company's colours, drawn by uPlot on a canvas. It is a slider for the keyboard and for who does not see
// it: each step says in words what stands there.
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

interface Line {
  /** null: nothing stands there. */
  values: readonly (number | null)[]
  /** The one that counts, or what it is held against. */
  kind: 'now' | 'before'
}
interface Props {
  label: string
  lines: readonly Line[]
  /** Below the chart, and beside it. */
  tick: (at: number) => string
  scale: (value: number) => string
  /** What stands at a place, in words. */
  say: (at: number) => string
  /** The upper end of the scale, where it is known. */
  most?: number
  /** What is shown of `say` when nobody points anywhere. */
  children: React.ReactNode
}
const HEIGHT = 240
/** What a token comes to here: canvases know no light-dark(). */
function inkOf(host: HTMLElement, token: string): string {
  const probe = host.appendChild(document.createElement('i'))
  probe.style.color = `var(${token})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
/** Whole steps between two ticks: never a tick between two days. */
const STEPS = [1, 2, 5, 7, 10, 14, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

export function Plot({ label, lines, tick, scale, say, most, children }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const last = (lines[0]?.values.length ?? 1) - 1
  const [at, setAt] = useState<number | null>(null)
  const latest = useRef({ tick, scale })
  latest.current = { tick, scale }
  const theme = useTheme()
  const data = JSON.stringify(lines)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- lines are compared by what they say
  useEffect(() => {
    const box = host.current
    if (!box) return
    const ink = (token: string) => inkOf(box, token)
    const [brand, soft, grey, grid] = [ink('--link'), ink('--brand-soft'), ink('--text-2'), ink('--line')]
    const font = `12px ${getComputedStyle(box).fontFamily}`
    const drawn = JSON.parse(data) as Line[]
    const axis = { stroke: grey, font, ticks: { show: false } } as const
    const made = new uPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
        scales: {
          x: { time: false, range: (_, low, high) => (low === high ? [low - 1, high + 1] : [low, high]) },
          y: { range: (_, _low, high) => [0, most ?? Math.max(1, high * 1.08)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 32,
            incrs: STEPS,
            space: 64,
            values: (_, list) =>
              list.map((n) => (Number.isInteger(n) && n >= 0 && n <= last ? latest.current.tick(n) : '')),
          },
          {
            ...axis,
            grid: { stroke: grid, width: 1 },
            size: 56,
            values: (_, list) => list.map((n) => latest.current.scale(n)),
          },
        ],
        series: [
          {},
          ...drawn.map(
            (l): uPlot.Series =>
              l.kind === 'now'
                ? { stroke: brand, fill: soft, width: 2.5, points: { show: last === 0, size: 9, fill: brand } }
                : { stroke: grey, width: 1.5, dash: [5, 4], points: { show: false } },
          ),
        ],
        hooks: { setCursor: [(u) => setAt(u.cursor.idx ?? null)] },
      } as uPlot.Options,
      [Array.from({ length: last + 1 }, (_, i) => i), ...drawn.map((l) => l.values)] as uPlot.AlignedData,
      box,
    )
    plot.current = made
    const resized = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT }))
    resized.observe(box)
    return () => {
      resized.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [data, theme, most, last])
  const go = (to: number) => {
    const u = plot.current
    const next = Math.max(0, Math.min(last, to))
    u?.setCursor({ left: u.valToPos(next, 'x'), top: 10 })
    setAt(next)
  }
  const onKey = (e: React.KeyboardEvent) => {
    const from = at ?? last
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last, PageUp: from - 7, PageDown: from + 7 }[
      e.key
    ]
    if (e.key === 'Escape') {
      plot.current?.setCursor({ left: -10, top: -10 })
      setAt(null)
    } else if (to !== undefined) {
      e.preventDefault()
      go(to)
    }
  }
  return (
    <>
      <p className="fg-said sm">{at === null ? children : say(at)}</p>
      <div
        ref={host}
        className="fg-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={say(at ?? last)}
        onKeyDown={onKey}
      />
    </>
  )
}
/** Another number whenever the page's colours change. */
function useTheme(): number {
  const [n, setN] = useState(0)
  useEffect(() => {
    const changed = () => setN((x) => x + 1)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const seen = new MutationObserver(changed)
    dark.addEventListener('change', changed)
    seen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] })
    return () => {
      dark.removeEventListener('change', changed)
      seen.disconnect()
    }
  }, [])
  return n
}
