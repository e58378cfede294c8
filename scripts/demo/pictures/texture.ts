// What a surface is made of: wood, leather, linen, speckled clay, patterned cloth.
import { line, num, path, rect, steps } from './scene.ts'
import { darken, lighten, mix } from './color.ts'

const noises = {
  wood: { frequency: '0.004 0.075', octaves: 4, gain: 3.2, cut: -1.35 },
  woodFine: { frequency: '0.012 0.22', octaves: 3, gain: 2.6, cut: -1.1 },
  leather: { frequency: '0.09 0.09', octaves: 3, gain: 2.4, cut: -1.05 },
  linen: { frequency: '0.03 0.5', octaves: 2, gain: 2, cut: -0.85 },
  glaze: { frequency: '0.012 0.02', octaves: 3, gain: 2.8, cut: -1.25 },
}

export function noise(scene, kind, color, strength = 0.5, box = [-700, -800, 1400, 1600]) {
  const { frequency, octaves, gain, cut } = noises[kind]
  const [r, g, b] = [1, 3, 5].map((at) => num(parseInt(color.slice(at, at + 2), 16) / 25.5) / 10)
  const filter = scene.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="1" height="1">` +
      `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${scene.random.int(1, 900)}"/>` +
      `<feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} ${gain} 0 0 0 ${cut}"/></filter>`,
  )
  return `<g opacity="${strength}">${rect(...(box as [number, number, number, number]), `filter="${filter}"`)}</g>`
}

export const wood = (scene, color, angle = 0) =>
  `<g transform="rotate(${angle})">` +
  noise(scene, 'wood', mix(color, '#3a1604', 0.72), 0.62) +
  noise(scene, 'woodFine', mix(color, '#ffca85', 0.6), 0.22) +
  '</g>'
export const leather = (scene, color) =>
  noise(scene, 'leather', darken(color, 0.6), 0.32) + noise(scene, 'glaze', lighten(color, 0.4), 0.3)
export const linen = (scene, color) =>
  noise(scene, 'linen', darken(color, 0.5), 0.22) +
  `<g transform="rotate(90)">${noise(scene, 'linen', lighten(color, 0.6), 0.2)}</g>`

export function speckle(scene, color, { count = 90, width = 500, height = 560, size = 3 } = {}) {
  const { between } = scene.random
  return steps(
    count,
    () =>
      `<circle cx="${num(between(-width / 2, width / 2))}" cy="${num(between(-height, 0))}" r="${num(between(size * 0.3, size))}" fill="${color}" opacity="${num(between(0.3, 0.8))}"/>`,
  ).join('')
}

// Rows of geometric bands, as on woven cloth; fills the box from its top-left corner.
export function bands(scene, [x, y, width, height], colors, { unit = 40 } = {}) {
  const { random } = scene
  const rows = []
  for (let top = y; top < y + height;) {
    const [ground, figure, third] = shuffle(random, colors)
    const draw = random.pick([stripes, triangles, diamonds, zigzag, steppes, dashes])
    const tall = draw === stripes ? unit * random.pick([0.5, 0.8]) : unit * random.pick([1, 1.4, 1.8])
    rows.push(rect(x, top, width, tall + 1, `fill="${ground}"`) + draw(x, top, width, tall, figure, third ?? figure))
    top += tall
  }
  return rows.join('')
}

function shuffle(random, list) {
  return list
    .map((item) => [random.next(), item])
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item)
}

const along = (width, unit, make) => steps(Math.ceil(width / unit) + 1, (i) => make(i * unit))
const stripes = (x, y, width, tall, color) => rect(x, y + tall * 0.3, width, tall * 0.35, `fill="${color}"`)
const triangles = (x, y, width, tall, color, third) =>
  along(
    width,
    tall,
    (at) =>
      path(
        `M${num(x + at)} ${num(y + tall)}l${num(tall / 2)} ${num(-tall * 0.9)} ${num(tall / 2)} ${num(tall * 0.9)}Z`,
        `fill="${color}"`,
      ) +
      path(
        `M${num(x + at + tall * 0.3)} ${num(y + tall)}l${num(tall * 0.2)} ${num(-tall * 0.38)} ${num(tall * 0.2)} ${num(tall * 0.38)}Z`,
        `fill="${third}"`,
      ),
  ).join('')
const diamonds = (x, y, width, tall, color, third) =>
  along(width, tall, (at) => {
    const rhomb = (r, fill) =>
      path(
        `M${num(x + at)} ${num(y + tall / 2 - r)}l${num(r)} ${num(r)} ${num(-r)} ${num(r)} ${num(-r)} ${num(-r)}Z`,
        `fill="${fill}"`,
      )
    return rhomb(tall * 0.46, color) + rhomb(tall * 0.22, third)
  }).join('')
const zigzag = (x, y, width, tall, color) =>
  line(
    `M${x} ${num(y + tall * 0.7)}` +
      along(width, tall, () => `l${num(tall / 2)} ${num(-tall * 0.4)} ${num(tall / 2)} ${num(tall * 0.4)}`).join(''),
    color,
    num(tall * 0.18),
    'style="stroke-linejoin:miter"',
  )
const steppes = (x, y, width, tall, color) =>
  along(width, tall, (at) => {
    const u = tall / 5
    return path(
      `M${num(x + at)} ${num(y + tall - u * 0.5)}h${num(u * 4.4)}v${num(-u)}h${num(-u)}v${num(-u)}h${num(-u * 0.8)}v${num(-u)}h${num(-u)}v${num(u)}h${num(-u * 0.8)}v${num(u)}h${num(-u * 0.8)}Z`,
      `fill="${color}"`,
    )
  }).join('')
const dashes = (x, y, width, tall, color) =>
  line(`M${x} ${num(y + tall / 2)}h${width}`, color, num(tall * 0.3), `stroke-dasharray="${num(tall * 0.3)} ${num(tall * 0.6)}"`)
