// Pictures of the demo company's products, drawn from a seed. See README.md.
import { createRandom } from './random.ts'
import { chooseColors, palette } from './color.ts'
import { createScene } from './scene.ts'
import { backdrop } from './backdrop.ts'
import { compose } from './composition.ts'
import { finish } from './studio.ts'
import { categories, findCategory } from './forms/index.ts'

export { categories }
export { drawBanner, drawLogo } from './brand.ts'
export { drawPortrait } from './portrait.ts'

// `color` is a hex value or a name from the palette; `variant` is another view of the same
// product: 0 alone, 1 with a companion, 2 with greenery, 3 on a cloth. Left out, the seed chooses.
export function drawProduct({ category, form, seed, color, variant }) {
  const { key, forms, colors } = findCategory(category)
  const random = createRandom(`${key}/${seed}`)
  // Every choice is drawn even where it is given, so that one seed stays one product.
  const chosen = { draw: random.pick(Object.values(forms)), main: random.pick(colors), view: random.int(0, 3) }
  const draw = forms[form] ?? chosen.draw
  const scene = createScene(random, chooseColors(random, palette[color] ?? color ?? chosen.main))
  const object = draw(scene)
  const picture = backdrop(scene, object.stage) + compose(scene, object, (variant ?? chosen.view) % 4, draw) + finish(scene)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1200" width="1200" height="1200">${scene.defs()}${picture}</svg>`
}
