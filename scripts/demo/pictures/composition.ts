// How a product is placed in the picture: alone or in company, on the table, on the wall, lying.
import { group, steps } from './scene.ts'
import { hang, plinth, stand } from './studio.ts'
import { branch, cloth, leaf, palmProp, seed } from './props.ts'

// `view`: 0 alone, 1 with a companion, 2 with greenery, 3 on a cloth.
export function compose(scene, object, view, draw) {
  if (object.stage === 'wall') return onWall(scene, object, view)
  if (object.stage === 'flat') return laidFlat(scene, object, view)
  const size = Math.min(1.75, 690 / object.height, 820 / object.width)
  // Low things stand further up, so that the middle of the picture is never empty.
  const base = Math.max(870, Math.min(945, 690 + (object.height * size) / 2))
  const place = [alone, object.pair === false ? alone : paired, withGreenery, onCloth][view]
  return place(scene, object, { size, base, draw })
}

function alone(scene, object, { size, base }) {
  const { random } = scene
  if (random.chance(0.45) && object.width * size < 640) {
    const fit = Math.min(size * 0.88, 600 / object.height)
    const width = Math.max(460, object.width * fit + 120)
    return plinth(scene, 600, 1000, Math.round(width), 110) + stand(scene, object, 600, 892, fit)
  }
  return stand(scene, object, 600, base, size) + seeds(scene, random.pick([300, 300, 800]), base + 92, stand)
}

// The second one is smaller, further back, and in the picture's second colour.
function paired(scene, object, { size, draw }) {
  const { main, second } = scene.colors
  scene.colors = { ...scene.colors, main: object.natural ? main : second, second: main }
  const other = draw(scene)
  const far = Math.min(size * 0.78, 520 / other.height, 560 / other.width)
  const near = Math.min(size * 0.86, 600 / object.width)
  return stand(scene, other, 390, 862, far) + stand(scene, object, 720, 960, near)
}

function withGreenery(scene, object, { size, base }) {
  const { random } = scene
  const product = stand(scene, object, 600, base, size)
  if (random.chance(0.5)) return stand(scene, branch(scene), random.pick([330, 880]), 850, 1.25) + product
  return product + stand(scene, leaf(scene), random.pick([120, 700]), base + 105, 1.05)
}

function onCloth(scene, object, { size, base }) {
  const spread = Math.max(1.1, (object.width * size) / 560)
  return hang(scene, cloth(scene), 600, base + 8, spread, 10) + stand(scene, object, 595, base, size * 0.94)
}

function onWall(scene, object, view) {
  const frond = (angle, x) => hang(scene, { art: group(`rotate(${angle}) scale(1.2)`, palmProp(scene)) }, x, 1330, 1, 34)
  const plant = view === 2 ? frond(-118, 1010) : view === 1 ? frond(-62, 130) + frond(-96, 60) : ''
  return hang(scene, object, 600, object.top ?? 150, Math.min(1.2, 900 / object.width, 900 / object.height), 30) + plant
}

function laidFlat(scene, object, view) {
  const { random } = scene
  const frond = () =>
    hang(scene, { art: group(`rotate(${random.pick([32, 148])})`, palmProp(scene)) }, random.pick([40, 1120]), 40, 1.15, 26)
  const product = () => hang(scene, object, 600, 600, Math.min(1.3, 860 / object.width, 860 / object.height), 22)
  return (view === 2 ? frond() : '') + product() + (view === 3 ? seeds(scene, 180, 1010, (from, art, x, y) => hang(from, art, x, y, 1.3, 8)) : '')
}

function seeds(scene, x, y, put) {
  const { int } = scene.random
  return steps(int(2, 4), (i) => put(scene, seed(scene), x + i * 50 + int(-18, 18), y + int(-26, 30))).join('')
}
