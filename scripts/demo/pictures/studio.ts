// Where things stand, the shadows they throw, and the finish of the whole picture.
import { ellipse, group, num, path, rect } from './scene.ts'
import { darken, lighten, mix } from './color.ts'

// A thing standing on the table with its cast shadow and the dark line where it touches.
// `middle` is where the eye puts the thing's centre, when a handle or a companion sticks out.
export function stand(scene, { art, width, foot = width * 0.42, middle = 0 }, place, y, size = 1) {
  const id = reference(scene, art),
    x = place - middle * size
  const at = `translate(${num(x)} ${num(y)})`
  return (
    shadow(
      scene,
      group(`${at} matrix(${size} 0 ${num(-0.72 * size * 100) / 100} ${num(0.25 * size * 100) / 100} 0 0)`, id),
      15,
      0.34,
    ) +
    ellipse(
      x + foot * 0.08 * size,
      y + 5,
      foot * 1.08 * size,
      foot * 0.19 * size + 5,
      `fill="${umbra(scene)}" opacity=".55" filter="${scene.blur(9)}"`,
    ) +
    group(`${at} scale(${size})`, id)
  )
}

// A thing against the wall, or lying flat: its shadow falls to the lower right.
export function hang(scene, { art }, x, y, size = 1, depth = 24) {
  const id = reference(scene, art)
  const at = (dx, dy) => `translate(${num(x + dx)} ${num(y + dy)}) scale(${size})`
  return (
    shadow(scene, group(at(depth, depth * 1.15), id), num(depth * 0.62), 0.32) +
    shadow(scene, group(at(5, 7), id), 4, 0.28) +
    group(at(0, 0), id)
  )
}

function reference(scene, art) {
  let name
  scene.define((id) => {
    name = id
    return `<g id="${id}">${art}</g>`
  })
  return `<use href="#${name}"/>`
}

function shadow(scene, inner, size, opacity) {
  const [r, g, b] = [1, 3, 5].map((at) => num(parseInt(umbra(scene).slice(at, at + 2), 16) / 25.5) / 10)
  const filter = scene.shared(
    `shadow${size}`,
    (id) =>
      `<filter id="${id}" x="-40%" y="-80%" width="180%" height="260%" color-interpolation-filters="sRGB">` +
      `<feColorMatrix values="0 0 0 0 ${r} 0 0 0 0 ${g} 0 0 0 0 ${b} 0 0 0 1 0"/><feGaussianBlur stdDeviation="${size}"/></filter>`,
  )
  return `<g filter="${filter}" opacity="${opacity}">${inner}</g>`
}

// Shadows take the colour of what they fall on.
const umbra = (scene) => mix(darken(scene.colors.floor, 0.62), '#2a0f14', 0.3)

// A round plinth; the thing then stands on its top.
export function plinth(scene, x, y, width, tall) {
  const { floor, accent } = scene.colors
  const tone = mix(lighten(floor, 0.25), accent, 0.18)
  const r = width / 2,
    ry = r * 0.17
  const side = scene.gradient([
    [0, darken(tone, 0.1)],
    [0.3, lighten(tone, 0.3)],
    [1, darken(tone, 0.3)],
  ])
  const body = `M${x - r} ${y - tall}V${y}A${r} ${num(ry)} 0 0 0 ${x + r} ${y}V${y - tall}Z`
  return (
    `<g filter="${scene.blur(14)}" opacity=".3">${path(`M${x - r * 0.6} ${y}L${x + r} ${y + ry * 0.6}L${x + r + tall * 2.2} ${y - tall * 0.3}L${x + r} ${y - tall}Z`, `fill="${umbra(scene)}"`)}</g>` +
    path(body, `fill="${side}"`) +
    ellipse(x, y - tall, r, ry, `fill="${lighten(tone, 0.4)}"`)
  )
}

// Fine grain over everything, so that the picture reads as printed, not plotted.
export function finish(scene) {
  const grain = scene.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="7"/>` +
      '<feColorMatrix values="0 0 0 0 .3 0 0 0 0 .12 0 0 0 0 .12 1.6 0 0 0 -.72"/></filter>',
  )
  const vignette = scene.glow(
    [
      [0, '#fff0d0', 0.12],
      [0.5, '#fff0d0', 0],
      [0.51, '#3a1626', 0],
      [1, '#3a1626', 0.2],
    ],
    { cx: 0.28, cy: 0.25, r: 1.02 },
  )
  return rect(0, 0, 1200, 1200, `fill="${vignette}"`) + `<g opacity=".22">${rect(0, 0, 1200, 1200, `filter="${grain}"`)}</g>`
}
