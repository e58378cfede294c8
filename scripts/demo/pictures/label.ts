// Printed labels without words: a frame, an emblem and ruled lines, curved with the jar.
import { ellipse, group, line, num, path, rect, steps } from './scene.ts'
import { darken, distance, isDark, lighten } from './color.ts'

const emblems = {
  leaf: (ink) => path('M0 26C-26 4 -18 -28 0 -40C18 -28 26 4 0 26Z', `fill="${ink}"`) + line('M0 38V-20', ink, 3),
  sun: (ink) =>
    `<circle r="15" fill="${ink}"/>` + steps(12, (i) => group(`rotate(${i * 30})`, line('M0 -23V-34', ink, 5))).join(''),
  flower: (ink) =>
    steps(6, (i) => group(`rotate(${i * 60})`, ellipse(0, -20, 9, 17, `fill="${ink}"`))).join('') +
    '<circle r="9" fill="#fff3dc"/>',
  tree: (ink) =>
    path('M-5 40V6H5V40Z', `fill="${ink}"`) +
    [
      [-18, -6, 17],
      [18, -6, 17],
      [0, -22, 21],
      [0, 0, 16],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${ink}"/>`)
      .join(''),
  bee: (ink) =>
    ellipse(0, 4, 17, 24, `fill="${ink}"`) +
    rect(-17, -4, 34, 6, 'fill="#fff3dc"') +
    rect(-17, 10, 34, 6, 'fill="#fff3dc"') +
    ellipse(-22, -10, 17, 9, `fill="${ink}" opacity=".5" transform="rotate(24 -22 -10)"`) +
    ellipse(22, -10, 17, 9, `fill="${ink}" opacity=".5" transform="rotate(-24 22 -10)"`),
  bean: (ink) => ellipse(0, 0, 22, 31, `fill="${ink}" transform="rotate(24)"`) + line('M-8 -26Q10 0 -4 28', '#fff3dc', 4),
}

// The emblem and lines, centred on the origin, inside a box of the given size.
export function emblem(scene, name, width, height, paper, ink) {
  const draw = emblems[name ?? scene.random.pick(['leaf', 'sun', 'flower', 'tree'])]
  const size = Math.min(width / 110, height / 170)
  const frame = rect(
    -width / 2 + 9,
    -height / 2 + 9,
    width - 18,
    height - 18,
    `rx="8" fill="none" stroke="${ink}" stroke-width="2.5" opacity=".7"`,
  )
  const words = [
    [0.2, 0.56],
    [0.29, 0.38],
    [0.36, 0.46],
  ]
    .map(([y, share], i) =>
      line(
        `M${num((-width * share) / 2)} ${num(height * y)}H${num((width * share) / 2)}`,
        ink,
        i ? 3 : 8,
        i ? 'opacity=".6"' : '',
      ),
    )
    .join('')
  return frame + group(`translate(0 ${num(-height * 0.14)}) scale(${num(size)})`, draw(ink)) + words
}

// A paper belt round a turned jar, from one height to another.
export function wrapLabel(scene, solid, from, to, paper, wanted?, name?) {
  const ink = wanted && distance(wanted, paper) > 170 ? wanted : isDark(paper) ? lighten(paper, 0.8) : darken(paper, 0.75)
  const r = solid.radius((from + to) / 2),
    lower = r * solid.tilt
  return (
    path(solid.band(from, to), `fill="${paper}"`) +
    group(`translate(0 ${num((from + to) / 2 + lower)})`, emblem(scene, name, Math.min(r * 1.25, 190), to - from, paper, ink))
  )
}
