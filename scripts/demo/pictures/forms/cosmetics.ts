// Bar soaps, bottles with pumps, balms and bath salts.
import { ellipse, group, line, path, rect, steps } from '../scene.ts'
import { darken, lighten, mix, palette } from '../color.ts'
import { gloss, mouth, turn } from '../solid.ts'
import { emblem, wrapLabel } from '../label.ts'
import { noise, speckle } from '../texture.ts'

export const label = 'Sabonetes e cosméticos'
export const colors = [palette.rosa, palette.jade, palette.creme, palette.ocre, palette.coral, palette.musgo, palette.terracota]
export const forms = { soaps, pump, balm, dropper }

// A stack of cut bars, the uppermost tied with twine.
function soaps(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const tones = [lighten(main, 0.08), lighten(second, 0.3), lighten(accent, 0.15)]
  let y = 0
  const bars = tones
    .map((tone, i) => {
      const x = random.int(-28, 28),
        art = group(`translate(${x} ${y})`, bar(scene, tone, 2 - i === 0))
      y -= 118
      return art
    })
    .join('')
  return { art: bars, width: 560, height: 430, foot: 250 }
}

function bar(scene, tone, tied) {
  const face = 'M-235 -100H150Q166 -100 166 -84V-16Q166 0 150 0H-235Q-250 0 -250 -16V-84Q-250 -100 -235 -100Z'
  const top = 'M-244 -94L-150 -156Q-140 -162 -126 -162H232Q250 -160 240 -150L164 -94Q158 -90 148 -90H-232Z'
  const side = 'M164 -94L242 -152Q250 -150 250 -138V-72Q250 -62 240 -54L164 -8Z'
  const swirl = steps(5, (i) =>
    line(
      `M-260 ${-96 + i * 22}c90 ${-30 + i * 10} 140 50 230 6s120 -20 200 14`,
      i % 2 ? '#fff6e6' : darken(tone, 0.25),
      9,
      'opacity=".5"',
    ),
  ).join('')
  const twine = tied
    ? line('M-60 2V-96L40 -162M-44 2V-96L56 -162', '#c9a46a', 6) +
      line('M-52 -100C-150 -190 -40 -190 -30 -122C10 -190 80 -160 -8 -112', '#c9a46a', 7) +
      group(
        'translate(24 -170) rotate(64) scale(.9)',
        path('M0 0C-30 -30 -26 -80 0 -110C26 -80 30 -30 0 0Z', 'fill="#5d7a52"') + line('M0 0V-90', '#3f5a3c', 3),
      )
    : ''
  return (
    `<path d="${face}" fill="#3a1626" opacity=".3" transform="translate(10 8)" filter="${scene.blur(8)}"/>` +
    path(side, `fill="${darken(tone, 0.3)}"`) +
    path(top, `fill="${lighten(tone, 0.45)}"`) +
    scene.clip(
      top,
      group('translate(0 -60) skewX(-40)', speckle(scene, darken(tone, 0.4), { count: 40, width: 520, height: 110 })),
    ) +
    scene.surface(face, tone, { shade: 'soft', paint: swirl + noise(scene, 'glaze', '#fff6e6', 0.3) }) +
    twine
  )
}

function vessel(scene, solid, color, paper) {
  return (
    scene.surface(solid.outline, color, { paint: wrapLabel(scene, solid, -solid.height * 0.6, -solid.height * 0.16, paper) }) +
    path(solid.outline, `${scene.lit('glass')} opacity=".8"`) +
    gloss(scene, solid, 0.5)
  )
}

const glassOf = (scene) => scene.random.pick(['#8a4a1e', '#8a4a1e', scene.colors.main, mix(scene.colors.main, '#fff3de', 0.3)])
const paperOf = (scene) => scene.random.pick([palette.creme, lighten(scene.colors.main, 0.7), scene.colors.accent])

function pump(scene) {
  const r = scene.random.between(108, 122),
    tall = scene.random.between(350, 400)
  const solid = turn([
    [-tall, 44],
    [-tall + 16, 44],
    [-tall + 40, 56],
    [-tall + 84, r],
    [-tall * 0.5, r],
    [-18, r],
    [0, r * 0.93],
  ])
  const tone = scene.random.pick(['#2f2a2c', '#f2e6d2', '#c99a4a'])
  const head =
    rect(-34, -44, 68, 50, `rx="8" fill="${tone}"`) +
    rect(-9, -96, 18, 60, `fill="${darken(tone, 0.2)}"`) +
    path('M-40 -122Q-40 -134 -24 -134H60Q112 -130 118 -92Q104 -104 60 -102H-30Q-40 -104 -40 -122Z', `fill="${tone}"`) +
    line('M-28 -128H56', lighten(tone, 0.5), 4, 'opacity=".7"') +
    rect(-28, -40, 10, 42, 'fill="#fff" opacity=".35"')
  return {
    art: group(`translate(0 ${-tall})`, head) + vessel(scene, solid, glassOf(scene), paperOf(scene)),
    width: 2 * r + 20,
    height: tall + 134,
    foot: r * 0.95,
  }
}

// An open jar of balm with its lid leaning on it.
function balm(scene) {
  const {
    colors: { main },
  } = scene
  const r = scene.random.between(165, 185),
    tall = 150
  const solid = turn(
    [
      [-tall, r],
      [-tall * 0.5, r],
      [-16, r * 0.97],
      [0, r * 0.9],
    ],
    0.24,
  )
  const cream = lighten(main, 0.72)
  const swirl =
    ellipse(0, -tall + 2, r - 18, (r - 18) * 0.22, `fill="${cream}"`) +
    line(`M${-r * 0.5} ${-tall + 6}c50 -34 150 -30 ${r * 0.8} -8c20 22 -90 34 -120 16`, darken(cream, 0.14), 9) +
    path(`M-20 ${-tall - 6}q20 -46 50 -50q-6 30 14 50q-34 16 -64 0Z`, `fill="${lighten(cream, 0.4)}"`)
  const lid = group(
    `translate(${r + 74} -96) rotate(14)`,
    ellipse(14, 6, 88, 104, `fill="${darken('#c08a52', 0.45)}"`) +
      ellipse(0, 0, 88, 104, 'fill="#c8935a"') +
      scene.clip('M-88 0A88 104 0 1 0 88 0A88 104 0 1 0 -88 0Z', noise(scene, 'wood', '#5a2c10', 0.6)) +
      group('scale(1.1)', emblem(scene, undefined, 90, 130, '#c8935a', '#5d3216')),
  )
  return { art: lid + vesselOpen(scene, solid) + swirl, width: 2 * r + 190, height: tall + 60, foot: r * 0.95, middle: 80 }
}

function vesselOpen(scene, solid) {
  return vessel(scene, solid, glassOf(scene), paperOf(scene)) + mouth(scene, solid, '#f6ead4', { lip: 12 })
}

function dropper(scene) {
  const r = scene.random.between(92, 104),
    tall = 300
  const solid = turn([
    [-tall, 40],
    [-tall + 26, 42],
    [-tall + 70, r],
    [-tall * 0.5, r],
    [-16, r],
    [0, r * 0.94],
  ])
  const head = turn([
    [-150, 18],
    [-140, 30],
    [-70, 30],
    [-64, 46],
    [0, 48],
  ])
  const leaf = group(
    `translate(${r + 30} 6) rotate(38)`,
    path('M0 0C-40 -40 -36 -130 0 -170C36 -130 40 -40 0 0Z', 'fill="#5f8058"') + line('M0 0V-150', '#8fae7d', 4),
  )
  return {
    art:
      leaf +
      group(`translate(0 ${-tall + 6})`, scene.surface(head.outline, scene.random.pick(['#2f2a2c', '#f0e2c8']))) +
      vessel(scene, solid, glassOf(scene), paperOf(scene)),
    width: 2 * r + 60,
    height: tall + 150,
    foot: r * 0.95,
    middle: 30,
  }
}
