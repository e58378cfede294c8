// Hammocks (redes) with their crochet edging, and the hanging chair.
import { group, line, num, path, rect, steps } from '../scene.ts'
import { darken, lighten, palette } from '../color.ts'
import { linen } from '../texture.ts'
import { polyline } from '../solid.ts'

export const label = 'Redes'
export const colors = [palette.terracota, palette.indigo, palette.jade, palette.creme, palette.ocre, palette.coral]
export const forms = { hammock, chair }

function hammock(scene) {
  const { colors, random } = scene
  const span = 372,
    hook = 520
  const sag = (t, low) => [-span + 2 * span * t, 120 + Math.sin(Math.PI * t) ** 0.8 * low]
  const edge = (low) => steps(41, (i, t) => sag(t, low))
  const back = 120,
    front = 470
  const tones = [
    colors.main,
    lighten(colors.main, 0.5),
    colors.second,
    colors.main,
    colors.accent,
    lighten(colors.main, 0.25),
    palette.creme,
  ]
  const count = random.pick([11, 13, 17]),
    stride = random.pick([2, 3, 5])
  const stripes = steps(count, (i) => {
    const upper = edge(back + ((front - back) * i) / count),
      lower = edge(back + ((front - back) * (i + 1.05)) / count)
    return path(polyline([...upper, ...lower.reverse()]), `fill="${tones[(i * stride) % tones.length]}"`)
  }).join('')
  const body = polyline([...edge(back), ...edge(front).reverse()])
  const ropes = [-1, 1]
    .map(
      (side) =>
        steps(12, (i, t) => {
          const [x, y] = [side * span * (1 - t * 0.02), 118 + t * 8]
          return line(
            `M${side * hook} -70Q${side * (span + 70)} ${num(-20 + t * 130)} ${num(x - side * Math.sin(t * 3.1) * 22)} ${num(y + t * 26)}`,
            i % 2 ? '#f3e3c4' : '#d9c29a',
            3.4,
          )
        }).join('') + `<circle cx="${side * hook}" cy="-76" r="16" fill="none" stroke="#7a5236" stroke-width="9"/>`,
    )
    .join('')
  const inside = polyline([...edge(back - 46), ...edge(back + 8).reverse()])
  const shadeDown = scene.gradient(
    [
      [0, '#4a1f2c', 0.42],
      [0.3, '#4a1f2c', 0],
      [0.55, '#fff3dc', 0.24],
      [0.75, '#4a1f2c', 0],
      [1, '#4a1f2c', 0.4],
    ],
    { x2: 0, y2: 1 },
  )
  return {
    stage: 'wall',
    top: 285,
    pair: false,
    width: 860,
    height: 640,
    art:
      ropes +
      path(inside, `fill="${darken(colors.main, 0.3)}"`) +
      edging(scene, edge(front)) +
      scene.surface(body, colors.main, {
        shade: 'soft',
        paint: stripes + linen(scene, colors.main) + path(body, `fill="${shadeDown}"`),
      }),
  }
}

// The varanda: scallops with tassels along the lower edge.
function edging(scene, points) {
  const thread = lighten(scene.colors.accent, 0.45)
  return steps(19, (i) => {
    const [[x0, y0], [x1, y1]] = [points[1 + i * 2], points[3 + i * 2] ?? points.at(-1)],
      mid = (x0 + x1) / 2,
      low = Math.max(y0, y1) + 58
    return (
      path(
        `M${num(x0)} ${num(y0 - 8)}Q${num(mid)} ${num(low + 34)} ${num(x1)} ${num(y1 - 8)}Z`,
        `fill="${thread}" opacity=".9"`,
      ) +
      line(`M${num(x0)} ${num(y0)}Q${num(mid)} ${num(low)} ${num(x1)} ${num(y1)}`, darken(thread, 0.18), 2.5) +
      steps(4, (k) => line(`M${num(mid + (k - 1.5) * 3)} ${num((y0 + y1) / 2 + 38)}l${num((k - 1.5) * 5)} 46`, thread, 4)).join(
        '',
      )
    )
  }).join('')
}

function chair(scene) {
  const { colors } = scene
  const tones = [colors.main, lighten(colors.main, 0.45), colors.main, colors.second, colors.accent]
  const d = 'M-230 150C-250 420 -150 600 0 606C150 600 250 420 230 150C150 210 -150 210 -230 150Z'
  const stripes = steps(14, (i) =>
    path(
      `M${-250 + i * 36} 120C${-250 + i * 36} 420 ${-90 + i * 13} 560 ${-60 + i * 9} 640H${-51 + i * 9 + 2}C${-77 + i * 13} 560 ${-214 + i * 36} 420 ${-214 + i * 36} 120Z`,
      `fill="${tones[(i * 3) % tones.length]}"`,
    ),
  ).join('')
  const ropes = [-1, 1]
    .map((side) =>
      steps(8, (i, t) =>
        line(
          `M${side * (250 - t * 10)} 10L${num(side * (232 - t * 120))} ${num(158 + t * 26)}`,
          i % 2 ? '#f3e3c4' : '#d9c29a',
          3.4,
        ),
      ).join(''),
    )
    .join('')
  const bar = rect(
    -270,
    -8,
    540,
    24,
    `rx="12" fill="${scene.gradient(
      [
        [0, '#d39a62'],
        [1, '#7d4f2e'],
      ],
      { x2: 0, y2: 1 },
    )}"`,
  )
  const hang = line('M-256 -4L0 -150L256 -4M0 -150V-330', '#d9c29a', 8)
  const cushion = path(
    'M-170 196C-120 150 120 150 170 196C190 300 120 330 0 332C-120 330 -190 300 -170 196Z',
    `fill="${lighten(colors.second, 0.1)}"`,
  )
  const inside = path('M-230 150C-150 120 150 120 230 150C150 230 -150 230 -230 150Z', `fill="${darken(colors.main, 0.45)}"`)
  const tassels = steps(15, (i, t) =>
    line(
      `M${num(-150 + t * 300)} ${num(470 + Math.sin(Math.PI * t) * 130)}l${num((t - 0.5) * 10)} 74`,
      i % 2 ? lighten(colors.accent, 0.4) : colors.main,
      7,
    ),
  ).join('')
  return {
    stage: 'wall',
    top: 330,
    pair: false,
    width: 640,
    height: 760,
    art:
      hang +
      ropes +
      tassels +
      inside +
      group('translate(0 -6)', cushion) +
      scene.surface(d, colors.main, { paint: stripes + linen(scene, colors.main) }) +
      bar,
  }
}
