// Candles in glass, pillars, and reed diffusers.
import { ellipse, group, line, num, path, steps } from '../scene.ts'
import { darken, lighten, mix, palette } from '../color.ts'
import { gloss, mouth, turn } from '../solid.ts'
import { wrapLabel } from '../label.ts'
import { noise } from '../texture.ts'

export const label = 'Velas e aromas'
export const colors = [
  palette.coral,
  palette.creme,
  palette.terracota,
  palette.jade,
  palette.ocre,
  palette.rosa,
  palette.jabuticaba,
]
export const forms = { glassCandle, pillars, diffuser, clayCandle }

function flame(scene, x, y, size = 1) {
  const halo = scene.glow([
    [0, '#ffdf8e', 0.75],
    [0.4, '#ffc766', 0.26],
    [1, '#ffc766', 0],
  ])
  return group(
    `translate(${num(x)} ${num(y)}) scale(${size})`,
    `<circle cy="-44" r="170" fill="${halo}"/>` +
      line('M0 4V-16', '#3a2420', 5) +
      path('M0 -104C24 -62 26 -40 20 -26C14 -10 -14 -10 -20 -26C-26 -40 -20 -66 0 -104Z', 'fill="#ffb43d"') +
      path('M0 -70C13 -46 14 -34 9 -24C4 -16 -6 -16 -9 -24C-14 -36 -10 -50 0 -70Z', 'fill="#fff4c9"'),
  )
}

function glassCandle(scene) {
  const {
    random,
    colors: { main, accent, wall },
  } = scene
  const r = random.between(130, 150),
    tall = random.between(260, 300)
  const solid = turn([
    [-tall, r],
    [-tall * 0.5, r],
    [-14, r * 0.97],
    [0, r * 0.92],
  ])
  const wax = turn([
    [-tall + 60, r - 9],
    [-tall * 0.5, r - 9],
    [-22, r - 13],
    [-12, r * 0.88],
  ])
  const tone = lighten(main, 0.12)
  const paper = random.pick([palette.creme, accent, lighten(main, 0.75)])
  return {
    art:
      mouth(scene, solid, lighten(wall, 0.4), { fill: mix(wall, '#fff6e6', 0.4) }) +
      scene.surface(solid.outline, mix(main, '#fff6e6', 0.55), { shade: 'glass' }) +
      scene.surface(wax.outline, tone, { shade: 'glass' }) +
      ellipse(0, wax.topY, wax.topR, wax.topR * wax.tilt, `fill="${lighten(tone, 0.45)}"`) +
      flame(scene, 0, wax.topY + 4, 0.95) +
      scene.clip(solid.outline, wrapLabel(scene, solid, -tall * 0.62, -tall * 0.14, paper)) +
      path(solid.outline, `${scene.lit('glass')} opacity=".7"`) +
      gloss(scene, solid, 0.5),
    width: solid.width,
    height: tall + 70,
    foot: r * 0.92,
  }
}

function pillars(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const tones = [lighten(main, 0.1), lighten(second, 0.2), lighten(accent, 0.2)]
  const pieces = [
    [-150, -26, random.int(330, 400), 76],
    [120, -30, random.int(230, 290), 84],
    [-10, 26, random.int(130, 190), 92],
  ]
  return {
    art: pieces
      .map(([x, y, tall, r], i) => {
        const solid = turn([
          [-tall, r],
          [-tall * 0.5, r * 1.01],
          [0, r],
        ])
        const ribs = random.chance(0.5)
          ? steps(15, (k) => {
              const x0 = r * Math.sin(((-84 + k * 12) * Math.PI) / 180)
              return path(`M${num(x0)} ${-tall - 30}V60`, `stroke="${darken(tones[i], 0.3)}" stroke-width="4" opacity=".45"`)
            }).join('')
          : noise(scene, 'glaze', '#fff6e2', 0.3)
        return (
          `<ellipse cx="${x + 14}" cy="${y + 4}" rx="${r + 12}" ry="20" fill="#3a1626" opacity=".35" filter="${scene.blur(8)}"/>` +
          group(
            `translate(${x} ${y})`,
            scene.surface(solid.outline, tones[i], { paint: ribs }) +
              ellipse(0, -tall, r, r * 0.17, `fill="${lighten(tones[i], 0.45)}"`) +
              ellipse(4, -tall + 1, r * 0.55, r * 0.08, `fill="${lighten(tones[i], 0.2)}"`) +
              flame(scene, 0, -tall + 2, 0.78),
          )
        )
      })
      .join(''),
    width: 520,
    height: 480,
    foot: 200,
  }
}

function diffuser(scene) {
  const {
    random,
    colors: { main, accent },
  } = scene
  const r = random.between(118, 136),
    tall = 280
  const solid = turn([
    [-tall, 46],
    [-tall + 20, 42],
    [-tall + 62, 44],
    [-tall + 96, r * 0.9],
    [-tall * 0.5, r],
    [-24, r],
    [0, r * 0.93],
  ])
  const reeds = steps(7, (i) =>
    line(
      `M${num((i - 3) * 4)} ${-tall + 20}L${num((i - 3) * 54 + random.int(-10, 10))} ${-tall - 270 + Math.abs(i - 3) * 16}`,
      i % 2 ? '#c39a68' : '#e0c196',
      8,
    ),
  ).join('')
  const liquid = scene.clip(
    solid.outline,
    path(solid.band(-tall * 0.62, 60), `fill="${mix(main, '#d98a2f', 0.25)}" opacity=".85"`),
  )
  return {
    art:
      reeds +
      scene.surface(solid.outline, mix(main, '#fff3de', 0.6), { shade: 'glass' }) +
      liquid +
      scene.clip(
        solid.outline,
        wrapLabel(scene, solid, -tall * 0.5, -tall * 0.08, random.pick([palette.creme, lighten(accent, 0.4)])),
      ) +
      path(solid.outline, `${scene.lit('glass')}`) +
      mouth(scene, solid, '#e8c98f', { lip: 8, fill: '#7a5232' }) +
      gloss(scene, solid, 0.55),
    width: 2 * r + 120,
    height: tall + 260,
    foot: r * 0.92,
  }
}

function clayCandle(scene) {
  const {
    random,
    colors: { main, second },
  } = scene
  const r = random.between(165, 190),
    tall = random.between(170, 210)
  const solid = turn(
    [
      [-tall, r * 0.92],
      [-tall * 0.55, r],
      [-tall * 0.2, r * 0.8],
      [0, r * 0.5],
    ],
    0.22,
  )
  const wax = ellipse(0, solid.topY + 6, solid.topR - 18, (solid.topR - 18) * 0.2, `fill="${lighten(second, 0.7)}"`)
  return {
    art:
      scene.surface(solid.outline, main, {
        paint: noise(scene, 'glaze', darken(main, 0.5), 0.4) + path(solid.band(-30, 60), `fill="${palette.barro}"`),
      }) +
      mouth(scene, solid, main, { lip: 14 }) +
      wax +
      [-58, 6, 66].map((x, i) => flame(scene, x, solid.topY + 4 + (i % 2) * 14, 0.66)).join('') +
      gloss(scene, solid, 0.4),
    width: 2 * r,
    height: tall + 90,
    foot: r * 0.55,
  }
}
