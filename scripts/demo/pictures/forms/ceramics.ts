// Vases, jugs, mugs and bowls: thrown clay, glazed or left bare.
import { group, line, num } from '../scene.ts'
import { darken, lighten, palette } from '../color.ts'
import { gloss, mouth, turn } from '../solid.ts'
import { glazes } from '../glaze.ts'
import { branch } from '../props.ts'

export const label = 'Cerâmica'
export const colors = [
  palette.terracota,
  palette.jade,
  palette.indigo,
  palette.creme,
  palette.ocre,
  palette.coral,
  palette.jabuticaba,
]
export const forms = { vase, bottle, mug, bowl, jug }

function vase(scene) {
  const { random } = scene
  const neck = random.between(52, 84),
    belly = random.between(165, 215),
    tall = random.between(400, 500)
  const solid = turn([
    [-tall, neck + 26],
    [-tall + 46, neck],
    [-tall * 0.78, neck + 10],
    [-tall * 0.5, belly],
    [-tall * 0.22, belly * 0.86],
    [0, belly * 0.46],
  ])
  const stem = random.chance(0.5)
    ? group(`translate(8 ${num(-tall + 10)}) rotate(${random.int(-8, 12)}) scale(.86)`, branch(scene).art)
    : ''
  return { art: pot(scene, solid, stem), width: solid.width, height: stem ? tall + 250 : tall }
}

function bottle(scene) {
  const { random } = scene
  const body = random.between(120, 160),
    tall = random.between(430, 520)
  const solid = turn([
    [-tall, 42],
    [-tall + 24, 30],
    [-tall * 0.72, 32],
    [-tall * 0.56, body * 0.8],
    [-tall * 0.36, body],
    [-tall * 0.1, body * 0.96],
    [0, body * 0.82],
  ])
  return { art: pot(scene, solid), width: solid.width, height: tall }
}

function jug(scene) {
  const { random } = scene
  const belly = random.between(150, 180),
    tall = random.between(340, 400)
  const solid = turn([
    [-tall, 92],
    [-tall * 0.84, 76],
    [-tall * 0.5, belly],
    [-tall * 0.18, belly * 0.9],
    [0, belly * 0.6],
  ])
  return {
    art:
      handle(
        scene,
        `M${84} ${-tall * 0.9}C${belly + 130} ${-tall} ${belly + 120} ${-tall * 0.36} ${belly * 0.93} ${-tall * 0.32}`,
        32,
      ) + pot(scene, solid),
    width: solid.width + 110,
    height: tall,
    foot: belly * 0.62,
    middle: 40,
  }
}

function mug(scene) {
  const { random } = scene
  const r = random.between(120, 145),
    tall = random.between(230, 290),
    flare = random.between(0.78, 1)
  const solid = turn([
    [-tall, r],
    [-tall * 0.5, (r * (flare + 1.05)) / 2],
    [-26, r * flare],
    [0, r * flare * 0.86],
  ])
  const coffee = random.chance(0.5) ? '#4a2a20' : undefined
  return {
    art:
      handle(
        scene,
        `M${r * 0.95} ${-tall * 0.8}C${r + 108} ${-tall * 0.86} ${r + 96} ${-tall * 0.2} ${r * flare * 0.96} ${-tall * 0.24}`,
        30,
      ) + pot(scene, solid, '', coffee),
    width: solid.width + 90,
    height: tall,
    foot: r * 0.9,
    middle: 34,
  }
}

function bowl(scene) {
  const { random } = scene
  const r = random.between(230, 270),
    tall = random.between(150, 200)
  const solid = turn(
    [
      [-tall, r],
      [-tall * 0.6, r * 0.9],
      [-tall * 0.24, r * 0.6],
      [-22, r * 0.36],
      [0, r * 0.38],
    ],
    0.24,
  )
  return { art: pot(scene, solid, '', undefined, 13), width: solid.width, height: tall + 60, foot: r * 0.4 }
}

function handle(scene, d, width) {
  const { main } = scene.colors
  return (
    line(d, darken(main, 0.3), width) +
    group('translate(-3 -4)', line(d, main, width - 8)) +
    group('translate(-5 -8)', line(d, lighten(main, 0.4), 6, 'opacity=".7"'))
  )
}

// Clay, then one of the studio's finishes, then light. What stands inside is drawn behind the front.
function pot(scene, solid, content = '', liquid?, lip?) {
  const { main } = scene.colors
  const finish = scene.random.pick(glazes)
  return (
    mouth(scene, solid, main, { fill: liquid, lip }) +
    content +
    scene.surface(solid.front, main, { paint: finish(scene, solid) }) +
    gloss(scene, solid, 0.38)
  )
}
