// What a company shows beside its products: its mark, its name and its banner.
import { createRandom } from './random.ts'
import { chooseColors, darken, distance, isDark, lighten, mix, palette } from './color.ts'
import { createScene, ellipse, group, line, num, path, rect, steps } from './scene.ts'
import { bands } from './texture.ts'
import { stand } from './studio.ts'
import { branch } from './props.ts'
import { write } from './letters.ts'
import { categories } from './forms/index.ts'

// The mark above the name, 800 by 800. `markOnly` leaves the name out, for icons.
// A name that speaks of trees or of the sun gets that mark; else the name's hash chooses.
export function drawLogo({ name, color = palette.terracota, markOnly = false }) {
  const random = createRandom(`logo/${name}`)
  const main = palette[color] ?? color
  const ink = isDark(main) ? lighten(main, 0.86) : darken(main, 0.72)
  const draw = /jequitib|ipê|madeira|mata/i.test(name) ? tree : /\bsol\b/i.test(name) ? sun : random.pick([tree, sun, leafKnot])
  const mark = draw(ink, mix(main, ink, 0.3))
  if (markOnly)
    return frame(800, 800, rect(0, 0, 800, 800, `rx="180" fill="${main}"`) + group('translate(400 400) scale(2.3)', mark))
  const words = name.split(' ')
  const lines = words.length > 1 ? [words[0], words.slice(1).join(' ')] : [name]
  const text = lines
    .map((part, i) => {
      const big = i === lines.length - 1,
        written = write(part, ink, big ? 10 : 9)
      const size = Math.min(big ? 0.72 : 0.34, 620 / written.width)
      return group(
        `translate(${num(400 - (written.width * size) / 2)} ${big ? 610 : 540}) scale(${num(size * 100) / 100})`,
        written.art,
      )
    })
    .join('')
  return frame(800, 800, rect(0, 0, 800, 800, `fill="${main}"`) + group('translate(400 300) scale(1.5)', mark) + text)
}

const frame = (width, height, inner, defs = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${defs}${inner}</svg>`

// The jequitibá: a tall trunk and a crown of overlapping rounds.
function tree(ink, shade) {
  const crown = [
    [-62, -30, 40],
    [62, -30, 40],
    [-34, -70, 42],
    [34, -70, 42],
    [0, -36, 48],
    [0, -96, 36],
  ]
  return (
    crown.map(([x, y, r], i) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${i > 3 ? ink : mix(ink, shade, 0.35)}"/>`).join('') +
    path('M-13 108C-9 60 -9 20 -12 -20H12C9 20 9 60 13 108C30 112 44 116 52 124H-52C-44 116 -30 112 -13 108Z', `fill="${ink}"`) +
    line('M0 30L38 -8M0 10L-36 -22', ink, 9) +
    line('M-34 -70Q0 -100 34 -70M-62 -26Q-30 -50 0 -26', shade, 4)
  )
}

function sun(ink, shade) {
  return (
    `<circle r="50" fill="${ink}"/><circle r="28" fill="none" stroke="${shade}" stroke-width="6"/>` +
    steps(16, (i) =>
      group(
        `rotate(${i * 22.5})`,
        i % 2 ? path('M0 -118L13 -66H-13Z', `fill="${ink}"`) : `<circle cy="-84" r="9" fill="${ink}"/>`,
      ),
    ).join('')
  )
}

function leafKnot(ink, shade) {
  return (
    steps(6, (i) =>
      group(
        `rotate(${i * 60})`,
        path('M0 -12C-44 -48 -36 -96 0 -122C36 -96 44 -48 0 -12Z', `fill="${i % 2 ? mix(ink, shade, 0.4) : ink}"`) +
          line('M0 -24V-92', shade, 4),
      ),
    ).join('') + `<circle r="14" fill="${ink}"/>`
  )
}

const shelf = [
  ['ceramics', 'vase'],
  ['basketry', 'basket'],
  ['candles', 'pillars'],
  ['ceramics', 'mug'],
  ['food', 'jam'],
  ['ceramics', 'jug'],
  ['wood', 'stool'],
  ['toys', 'rings'],
  ['cosmetics', 'dropper'],
  ['ceramics', 'bottle'],
  ['leather', 'satchel'],
  ['weaving', 'throwStack'],
]

// A shelf of products against the company's colour; the left stays free for its name.
export function drawBanner({ seed, width, height, color }) {
  const random = createRandom(`banner/${seed}`)
  const ground =
    palette[color] ?? color ?? random.pick([palette.jade, palette.indigo, palette.terracota, '#eebf9f', palette.ocre])
  const scene = createScene(random, { ...chooseColors(random, palette.terracota), wall: ground, floor: darken(ground, 0.12) })
  const unit = height / 200,
    base = height * 0.86
  const wall = scene.glow(
    [
      [0, lighten(ground, 0.3)],
      [0.6, ground],
      [1, darken(ground, 0.22)],
    ],
    { cx: 0.1, cy: 0, r: 1.1 },
  )
  const ribbon = group(
    `translate(0 ${num(height * 0.93)})`,
    scene.clip(
      `M0 0H${width}V${height}H0Z`,
      bands(scene, [0, 0, width, height * 0.07], [darken(ground, 0.3), lighten(ground, 0.6), palette.ocre], {
        unit: height * 0.06,
      }),
    ),
  )
  const start = width * 0.42
  const rounds = steps(3, (i) =>
    ellipse(
      start + (width - start) * (0.15 + i * 0.34),
      height * 0.62,
      height * (0.42 + (i % 2) * 0.18),
      height * (0.42 + (i % 2) * 0.18),
      `fill="${lighten(ground, 0.22)}" opacity=".45"`,
    ),
  ).join('')
  return frame(
    width,
    height,
    rect(0, 0, width, height, `fill="${wall}"`) +
      rounds +
      rect(0, base - 14 * unit, width, height, `fill="${darken(ground, 0.14)}"`) +
      lineUp(scene, start, width, base, unit) +
      ribbon,
    scene.defs(),
  )
}

// Things side by side until the shelf is full, each in its own material's colour.
function lineUp(scene, start, end, base, unit) {
  const { random } = scene
  let x = start,
    art = ''
  for (let i = random.int(0, shelf.length - 1); ; i++) {
    const [category, form] = shelf[i % shelf.length],
      { forms, colors } = categories[category]
    const { wall, floor } = scene.colors
    const visible = colors.filter((color) => distance(color, wall) > 110)
    scene.colors = { ...chooseColors(random, random.pick(visible.length ? visible : colors)), wall, floor }
    const object = i % 4 === 3 ? branch(scene) : forms[form](scene)
    const size = Math.min(random.between(112, 142) / object.height, 150 / object.width) * unit
    if (x + object.width * size > end - 20 * unit) return art
    art += stand(scene, object, x + (object.width * size) / 2, base, num(size * 1000) / 1000)
    x += object.width * size + random.between(14, 30) * unit
  }
}
