// Cushions, throws and rugs with geometric bands.
import { group, line, num, path, rect, steps } from '../scene.ts'
import { darken, lighten, palette } from '../color.ts'
import { bands, linen } from '../texture.ts'

export const label = 'Tecelagem'
export const colors = [
  palette.terracota,
  palette.indigo,
  palette.jade,
  palette.creme,
  palette.ocre,
  palette.jabuticaba,
  palette.coral,
]
export const forms = { cushion, throwStack, hangingThrow, rug }

const cloths = ({ main, second, accent }) => [main, lighten(main, 0.55), second, accent, main]

function cushion(scene) {
  const { random, colors } = scene
  const w = random.between(200, 230),
    h = w * random.pick([1, 1, 0.72])
  const edge = (x, y, side) =>
    side === 'x'
      ? `C${num(x * 0.5)} ${y + (y ? 16 : -14)} ${num(x * 0.42)} ${y + (y ? -24 : 16)} 0 ${y + (y ? -24 : 16)}S${num(-x * 0.5)} ${y + (y ? 16 : -14)} ${-x} ${y}`
      : `C${num(x * 0.94)} ${num(-h - (h + y) * -0.5)} ${num(x * 1.09)} ${num(-h - (h + y) * -0.42)} ${num(x * 1.09)} ${num(-h)}S${num(x * 0.94)} ${num(-h - (h + y) * 0.5)} ${x} ${num(-2 * h - y)}`
  const d = `M${-w} ${-2 * h}${edge(-w, -2 * h, 'x')}${edge(w, -2 * h, 'y')}${edge(w, 0, 'x')}${edge(-w, 0, 'y')}Z`
  const paint =
    bands(scene, [-w - 20, -2 * h - 20, 2 * w + 40, 2 * h + 50], cloths(colors), { unit: 46 }) +
    linen(scene, colors.main) +
    puff(scene, w, h)
  const tassels = [
    [-w, -2 * h],
    [w + 2, -2 * h - 4],
    [-w - 4, 2],
    [w + 4, 2],
  ]
    .map(([x, y]) => tassel(x, y, lighten(colors.accent, 0.1), x < 0 ? 30 : -30))
    .join('')
  return {
    art: group(
      `rotate(${random.int(-2, 2)})`,
      tassels + scene.surface(d, colors.main, { shade: 'soft', paint }) + line(d, darken(colors.main, 0.3), 4, 'opacity=".6"'),
    ),
    width: 2 * w + 40,
    height: 2 * h + 20,
    foot: w * 0.86,
  }
}

// Light on the filled middle, creases towards the corners.
function puff(scene, w, h) {
  const light = scene.glow(
    [
      [0, '#fff6e2', 0.5],
      [0.6, '#fff6e2', 0],
      [0.61, '#4a1f2c', 0],
      [1, '#4a1f2c', 0.45],
    ],
    { cx: 0.4, cy: 0.36, r: 0.72 },
  )
  const crease = (x, y, dx, dy) =>
    path(
      `M${x} ${y}q${dx * 0.6} ${dy * 0.3} ${dx} ${dy}q${-dx * 0.7} ${-dy * 0.4} ${-dx} ${-dy}Z`,
      `fill="#4a1f2c" opacity=".32" filter="${scene.blur(7)}"`,
    )
  return (
    rect(-w - 14, -2 * h - 16, 2 * w + 28, 2 * h + 32, `fill="${light}"`) +
    crease(-w, -2 * h, 120, 110) +
    crease(w, -2 * h, -110, 130) +
    crease(-w, 0, 130, -100) +
    crease(w, 0, -120, -100)
  )
}

function tassel(x, y, color, angle) {
  return group(
    `translate(${num(x)} ${num(y)}) rotate(${angle})`,
    steps(7, (i) => line(`M0 0Q${(i - 3) * 4} 20 ${(i - 3) * 7} 54`, i % 2 ? color : darken(color, 0.2), 6)).join('') +
      `<circle r="10" fill="${darken(color, 0.1)}"/>`,
  )
}

// Three folded throws, one on the other.
function throwStack(scene) {
  const { random, colors } = scene
  const tones = [colors.main, lighten(colors.second, 0.1), colors.accent]
  let y = 0
  const layers = tones
    .map((tone, i) => {
      const w = 270 - i * 14 + random.int(-8, 8),
        h = random.int(92, 116),
        x = random.int(-10, 10)
      const d = `M${x - w} ${y - h + 30}Q${x - w - 6} ${y - h} ${x - w + 40} ${y - h}H${x + w - 20}Q${x + w + 26} ${y - h / 2} ${x + w - 20} ${y}H${x - w + 20}Q${x - w - 8} ${y} ${x - w} ${y - 30}Z`
      const paint =
        (i === 1
          ? rect(-400, y - h, 800, h, `fill="${tone}"`) + group(`translate(0 ${y})`, stripesOn(colors, h))
          : bands(scene, [-320, y - h, 660, h], [tone, tone, lighten(tone, 0.5), i ? colors.main : colors.accent], {
              unit: 34,
            })) +
        linen(scene, tone) +
        rect(-400, y - 22, 800, 24, `fill="#4a1f2c" opacity=".3" filter="${scene.blur(6)}"`) +
        rect(-400, y - h, 800, 14, `fill="#fff3dc" opacity=".4" filter="${scene.blur(5)}"`)
      const fold = line(`M${x + w - 20} ${y - h / 2}H${x - w}`, darken(tone, 0.45), 4, 'opacity=".7"')
      const fringe = steps(9, (k) =>
        line(
          `M${x - w + 3} ${num(y - h * 0.42 + k * h * 0.043)}q-18 ${random.int(-3, 6)} -34 ${random.int(2, 16)}`,
          lighten(tone, 0.4),
          4,
        ),
      ).join('')
      y -= h
      return fringe + scene.surface(d, tone, { shade: 'soft', paint }) + fold
    })
    .join('')
  return { art: layers, width: 600, height: -y, foot: 262 }
}

const stripesOn = ({ main, accent }, h) =>
  [0.2, 0.3, 0.62, 0.76].map((t, i) => rect(-400, -h * t, 800, i % 2 ? 5 : 11, `fill="${i % 2 ? accent : main}"`)).join('')

// A throw over a wooden peg rail.
function hangingThrow(scene) {
  const { colors, random } = scene
  const w = 270,
    h = 690
  const wave = steps(7, (i) => `q${w / 7} ${i % 2 ? 18 : -14} ${(2 * w) / 7} 0`).join('')
  const d = `M${-w} 0H${w}V${h}${wave.replaceAll(`q${w / 7}`, `q${-w / 7}`).replaceAll(` ${(2 * w) / 7} 0`, ` ${(-2 * w) / 7} 0`)}Z`
  const folds = steps(6, (i) =>
    rect(
      -w + 34 + i * 92 + random.int(-14, 14),
      0,
      34,
      h + 30,
      `fill="${i % 2 ? '#fff3dc' : '#4a1f2c'}" opacity=".2" filter="${scene.blur(14)}"`,
    ),
  ).join('')
  const paint =
    bands(scene, [-w, 0, 2 * w, h + 30], cloths(colors), { unit: 58 }) +
    linen(scene, colors.main) +
    folds +
    rect(-w, -10, 2 * w, 34, `fill="#4a1f2c" opacity=".34" filter="${scene.blur(10)}"`)
  return {
    stage: 'wall',
    top: 190,
    art: fringe(scene, w, h) + scene.surface(d, colors.main, { shade: 'soft', paint }) + rail(scene),
    width: 700,
    height: 800,
  }
}

function fringe(scene, w, h) {
  const { colors, random } = scene
  return steps(40, (i, t) =>
    line(
      `M${num(-w + 8 + t * (2 * w - 16))} ${h - 14}q${random.int(-6, 6)} 40 ${random.int(-8, 8)} ${random.int(66, 78)}`,
      i % 3 ? lighten(colors.accent, 0.3) : colors.main,
      6,
    ),
  ).join('')
}

function rail(scene) {
  const tone = '#b07a4a'
  const fill = scene.gradient(
    [
      [0, lighten(tone, 0.35)],
      [1, darken(tone, 0.35)],
    ],
    { x2: 0, y2: 1 },
  )
  return rect(-340, -22, 680, 30, `rx="15" fill="${fill}"`)
}

// A small rug seen from above.
function rug(scene) {
  const { colors } = scene
  const w = 240,
    h = 370
  const ends = [-1, 1]
    .map((side) =>
      steps(34, (i, t) =>
        line(
          `M${num(-w + 8 + t * (2 * w - 16))} ${side * h}q${scene.random.int(-5, 5)} ${side * 24} ${scene.random.int(-7, 7)} ${side * 50}`,
          '#f4e6cb',
          5,
        ),
      ).join(''),
    )
    .join('')
  const d = `M${-w} ${-h}Q0 ${-h - 6} ${w} ${-h}Q${w + 7} 0 ${w} ${h}Q0 ${h + 6} ${-w} ${h}Q${-w - 7} 0 ${-w} ${-h}Z`
  return {
    stage: 'flat',
    art: group(
      `rotate(${scene.random.int(-20, -8)})`,
      ends +
        scene.surface(d, colors.main, {
          shade: 'soft',
          paint: bands(scene, [-w - 8, -h - 8, 2 * w + 16, 2 * h + 16], cloths(colors), { unit: 54 }) + linen(scene, colors.main),
        }),
    ),
    width: 640,
    height: 900,
  }
}
