// Baskets of plaited straw: every stitch is placed on the turned body.
import { ellipse, group, line, num, path, steps } from '../scene.ts'
import { darken, lighten, mix, palette } from '../color.ts'
import { mouth, turn } from '../solid.ts'

export const label = 'Cestaria'
export const colors = [palette.palha, '#c99a56', '#e0bf85', '#b9854a']
export const forms = { basket, hamper, tray, market }

function basket(scene) {
  const { random } = scene
  const r = random.between(190, 230),
    tall = random.between(250, 310)
  const solid = turn([
    [-tall, r],
    [-tall * 0.5, r * 1.08],
    [-tall * 0.15, r * 0.92],
    [0, r * 0.78],
  ])
  const ears = [-1, 1]
    .map((side) =>
      cord(
        scene,
        `M${num(side * r * 0.99)} ${-tall + 34}C${num(side * (r + 74))} ${-tall - 50} ${num(side * (r + 84))} ${-tall + 96} ${num(side * r * 1.05)} ${-tall + 104}`,
      ),
    )
    .join('')
  return { art: ears + plait(scene, solid), width: solid.width + 110, height: tall + 40, natural: true }
}

function hamper(scene) {
  const { random, colors } = scene
  const r = random.between(150, 175),
    tall = random.between(340, 390)
  const solid = turn([
    [-tall, r],
    [-tall * 0.55, r * 1.16],
    [-tall * 0.2, r * 1.08],
    [0, r * 0.84],
  ])
  const lid = turn([
    [-86, 26],
    [-80, 60],
    [-44, r * 0.86],
    [-14, r * 1.06],
    [0, r * 1.08],
  ])
  return {
    art:
      plait(scene, solid) +
      group(`translate(0 ${-tall + 6})`, plait(scene, lid, false) + scene.sphere(0, -100, 24, darken(colors.main, 0.15))),
    width: solid.width,
    height: tall + 120,
    natural: true,
  }
}

function tray(scene) {
  const { random } = scene
  const r = random.between(270, 300),
    tall = 92
  const solid = turn(
    [
      [-tall, r],
      [-tall * 0.4, r * 0.96],
      [0, r * 0.86],
    ],
    0.3,
  )
  const fruit = ([
    [-110, -70, 74, '#dd7a3c'],
    [40, -84, 82, '#e3a13b'],
    [150, -58, 62, '#b94a3a'],
    [-30, -40, 66, '#d9913a'],
  ] as [number, number, number, string][])
    .map(
      ([x, y, size, color]) =>
        scene.sphere(x, -tall + y + 62, size, color) + ellipse(x - 4, -tall + y + 62 - size * 0.84, 6, 3, 'fill="#4f3a22"'),
    )
    .join('')
  return {
    art: plait(scene, solid, true, random.chance(0.7) ? fruit : ''),
    width: solid.width,
    height: 240,
    foot: r * 0.84,
    natural: true,
  }
}

function market(scene) {
  const { random } = scene
  const r = random.between(180, 205),
    tall = random.between(230, 270)
  const solid = turn([
    [-tall, r * 1.12],
    [-tall * 0.5, r],
    [0, r * 0.76],
  ])
  const arch = (dy) =>
    `M${-r * 0.86} ${-tall + dy}C${-r * 0.8} ${-tall - 290 + dy} ${r * 0.8} ${-tall - 290 + dy} ${r * 0.86} ${-tall + dy}`
  return {
    art: cord(scene, arch(-14), 20) + plait(scene, solid) + cord(scene, arch(20), 22),
    width: solid.width + 20,
    height: tall + 220,
    natural: true,
  }
}

function cord(scene, d, width = 22) {
  const { main } = scene.colors
  return (
    line(d, darken(main, 0.5), width + 4) +
    line(d, main, width) +
    line(d, lighten(main, 0.4), width * 0.7, 'stroke-dasharray="3 13" style="stroke-linecap:butt"') +
    line(d, darken(main, 0.35), 2, 'stroke-dasharray="2 9"')
  )
}

// Rows of stitches; some rows are dyed, which makes the pattern.
export function plait(scene, solid, open = true, content = '') {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const dyed = random.pick([darken(main, 0.5), second, accent])
  const pattern = random.pick(['rows', 'diamonds', 'plain', 'dip', 'diamonds'])
  const rows = Math.max(5, Math.round(solid.height / 19)),
    turns = 26
  const tone = (row, i, t) =>
    ({
      rows: [3, 4, 7].includes(row % 11),
      plain: false,
      dip: t > 0.62,
      diamonds:
        Math.abs(((row + 4) % 8) - 4) + Math.abs((i % 8) - 4) === 4 ||
        Math.abs(((row + 4) % 8) - 4) + Math.abs((i % 8) - 4) === 3,
    })[pattern]
      ? dyed
      : main
  const weave = steps(rows, (row, t) =>
    steps(turns, (i) => {
      const from = -96 + ((i + (row % 2) * 0.5) * 192) / turns,
        y = -solid.height * (1 - (row + 0.5) / rows),
        tall = (solid.height / rows) * 0.5
      const color = mix(tone(row, i, t), random.chance(0.5) ? '#fff0cf' : '#5a3216', random.between(0.02, 0.16))
      const [a, b] = [solid.at(y, Math.max(-90, from)), solid.at(y, Math.min(90, from + 192 / turns))],
        mid = (a[0] + b[0]) / 2
      const d = `M${a[0]} ${num(a[1] + tall * 0.5)}C${a[0]} ${num(a[1] - tall)} ${num(mid)} ${num(a[1] - tall * 1.3)} ${b[0]} ${num(b[1] - tall * 0.5)}C${b[0]} ${num(b[1] + tall)} ${num(mid)} ${num(b[1] + tall * 1.3)} ${a[0]} ${num(a[1] + tall * 0.5)}Z`
      return path(d, `fill="${color}"`)
    }).join(''),
  ).join('')
  const body = scene.surface(open ? solid.front : solid.outline, mix(main, '#4a260c', 0.74), { paint: weave })
  if (!open) return body
  const { topR: r, topY: y, tilt } = solid
  const rim = `M${num(-r)} ${num(y)}A${num(r)} ${num(r * tilt)} 0 0 0 ${num(r)} ${num(y)}`
  return mouth(scene, solid, main, { lip: 14, fill: mix(main, '#4a260c', 0.5) }) + content + body + cord(scene, rim, 17)
}
