// Woven pendants and table lamps, switched on.
import { ellipse, group, line, num, path, rect, steps } from '../scene.ts'
import { darken, lighten, mix, palette } from '../color.ts'
import { gloss, turn } from '../solid.ts'
import { linen, noise, speckle, wood } from '../texture.ts'
import { plait } from './basketry.ts'

export const label = 'Iluminação'
export const colors = [palette.palha, palette.terracota, palette.jade, '#b9854a', palette.creme, palette.indigo]
export const forms = { pendant, lamp, slats }

const halo = (scene, y, r) =>
  `<circle cy="${y}" r="${r}" fill="${scene.glow([
    [0, '#ffe3a0', 0.8],
    [0.4, '#ffd587', 0.3],
    [1, '#ffd587', 0],
  ])}"/>`
const cable = (y) => line(`M0 -400V${y}`, '#3a2a2c', 7)

function pendant(scene) {
  const { random } = scene
  const r = random.between(230, 270),
    tall = random.between(230, 300)
  const solid = turn(
    random.pick([
      [
        [-tall, 46],
        [-tall * 0.86, r * 0.5],
        [-tall * 0.5, r * 0.84],
        [0, r],
      ],
      [
        [-tall, 60],
        [-tall * 0.8, r * 0.9],
        [-tall * 0.4, r],
        [0, r * 0.72],
      ],
      [
        [-tall, 40],
        [-tall * 0.7, 90],
        [-tall * 0.4, r * 0.6],
        [0, r * 1.04],
      ],
    ]),
  )
  const straw = { ...scene, colors: { ...scene.colors, main: random.pick(['#d8b06a', '#c99a56', scene.colors.main]) } }
  const bulb =
    ellipse(0, 0, solid.footR, solid.footR * 0.17, 'fill="#ffe9b4"') +
    ellipse(0, 2, solid.footR * 0.5, solid.footR * 0.08, 'fill="#fffbe8"')
  return {
    stage: 'wall',
    top: 250,
    art:
      cable(20) +
      halo(scene, tall + 30, 420) +
      group(
        `translate(0 ${tall})`,
        plait(straw, solid, false) +
          bulb +
          path(
            solid.outline,
            `fill="${scene.gradient(
              [
                [0, '#ffd98a', 0],
                [1, '#ffd98a', 0.5],
              ],
              { x2: 0, y2: 1 },
            )}"`,
          ),
      ) +
      rect(-20, -22, 40, 44, 'rx="8" fill="#3a2a2c"'),
    width: 2 * r + 140,
    height: 640,
  }
}

function lamp(scene) {
  const {
    random,
    colors: { main, second },
  } = scene
  const belly = random.between(110, 140),
    tall = random.between(210, 260)
  const base = turn(
    random.pick([
      [
        [-tall, 30],
        [-tall * 0.8, 46],
        [-tall * 0.5, belly],
        [-tall * 0.2, belly * 0.9],
        [0, belly * 0.6],
      ],
      [
        [-tall, 34],
        [-tall * 0.7, belly * 0.7],
        [-tall * 0.3, belly],
        [0, belly],
      ],
      [
        [-tall, 30],
        [-tall * 0.75, belly * 0.8],
        [-tall * 0.5, belly * 0.5],
        [-tall * 0.25, belly],
        [0, belly * 0.72],
      ],
    ]),
  )
  const shade = turn([
    [-230, random.between(104, 150)],
    [0, 210],
  ])
  const cloth = random.pick([palette.creme, '#f3ddb4', lighten(second, 0.5)])
  const glow = scene.glow(
    [
      [0, '#fff3c4', 0.95],
      [0.5, '#ffdf96', 0.5],
      [1, '#ffcf80', 0],
    ],
    { cx: 0.5, cy: 0.7, r: 0.6 },
  )
  return {
    art:
      halo(scene, -tall - 150, 400) +
      rect(-9, -tall - 70, 18, 90, 'fill="#c09548"') +
      scene.surface(base.outline, main, {
        paint: speckle(scene, darken(main, 0.5), { count: 70 }) + noise(scene, 'glaze', lighten(main, 0.5), 0.35),
      }) +
      gloss(scene, base, 0.45) +
      group(
        `translate(0 ${-tall - 44})`,
        scene.surface(shade.outline, cloth, {
          shade: 'soft',
          paint: linen(scene, cloth) + path(shade.outline, `fill="${glow}"`),
        }) +
          ellipse(0, -230, shade.topR, shade.topR * 0.17, 'fill="#fff6d8"') +
          line(`M-210 0A210 36 0 0 0 210 0`, mix(cloth, main, 0.5), 9),
      ),
    width: 430,
    height: tall + 300,
    foot: belly * 0.8,
    pair: false,
  }
}

// A pendant of bent wooden slats.
function slats(scene) {
  const tone = '#c48a55',
    r = 240
  const ribs = steps(15, (i) => {
    const x = r * Math.sin(((-84 + i * 12) * Math.PI) / 180)
    return line(
      `M0 0C${num(x * 1.3)} 60 ${num(x * 1.4)} 300 ${num(x * 0.3)} 400`,
      i < 7 ? lighten(tone, 0.3) : darken(tone, (i - 7) * 0.05),
      15,
    )
  }).join('')
  return {
    stage: 'wall',
    top: 250,
    art:
      cable(0) +
      halo(scene, 200, 430) +
      scene.sphere(0, 190, 74, '#fff0bd') +
      ribs +
      ellipse(0, 200, r * 1.02, 34, `fill="none" stroke="${lighten(tone, 0.1)}" stroke-width="13"`) +
      scene.surface('M-44 -8H44V26H-44Z', tone, { paint: wood(scene, tone) }) +
      ellipse(0, 402, 84, 15, `fill="${darken(tone, 0.2)}"`),
    width: 620,
    height: 660,
  }
}
