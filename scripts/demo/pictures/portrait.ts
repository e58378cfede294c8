// An artisan's portrait: simple shapes, warm colours, no two alike.
import { createRandom } from './random.ts'
import { chooseColors, darken, lighten, palette } from './color.ts'
import { createScene, ellipse, group, line, num, path, rect, steps } from './scene.ts'
import { bands, linen } from './texture.ts'

const skins = ['#6b3f2c', '#8a5638', '#a86c46', '#c48d62', '#dcae86', '#50301f']
const hairs = ['#2c1c1c', '#46291f', '#6e4028', '#9b958c', '#d9d2c4', '#241c26']
const clothes = [palette.terracota, palette.indigo, palette.jade, palette.ocre, palette.coral, palette.jabuticaba]

// Square, 600 by 600; meant to be cropped to a circle.
export function drawPortrait({ seed }) {
  const random = createRandom(`portrait/${seed}`)
  const main = random.pick(clothes)
  const scene = createScene(random, chooseColors(random, main))
  const skin = random.pick(skins),
    hair = random.pick(hairs)
  const { wall } = scene.colors
  const back = scene.glow(
    [
      [0, lighten(wall, 0.4)],
      [1, darken(wall, 0.12)],
    ],
    { cx: 0.25, cy: 0.15, r: 1 },
  )
  const { behind, front } = random.pick(Object.values(styles))(scene, hair)
  const inner =
    rect(0, 0, 600, 600, `fill="${back}"`) +
    ellipse(random.int(360, 430), random.int(170, 230), 170, 170, `fill="${lighten(wall, 0.3)}" opacity=".6"`) +
    group(
      'translate(300 300)',
      behind + body(scene, skin) + head(scene, skin) + front + (random.chance(0.4) ? earrings(scene) : ''),
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">${scene.defs()}${inner}</svg>`
}

function body(scene, skin) {
  const { main, second, accent } = scene.colors
  const shirt = 'M-216 320C-216 190 -150 158 -66 142Q0 196 66 142C150 158 216 190 216 320Z'
  const apron =
    path('M-104 150L-84 330H84L104 150L76 146L70 214H-70L-76 146Z', `fill="${second}"`) +
    line('M-70 214H70', lighten(second, 0.5), 3, 'stroke-dasharray="9 7"')
  const paint =
    linen(scene, main) +
    scene.random.pick([
      () => apron,
      () => bands(scene, [-230, 214, 460, 90], [main, second, accent, lighten(main, 0.5)], { unit: 30 }),
      () => '',
    ])()
  return (
    path('M-56 60V150Q0 206 56 150V60Z', `fill="${darken(skin, 0.22)}"`) +
    scene.surface(shirt, main, { shade: 'soft', paint }) +
    line('M-66 144Q0 198 66 144', lighten(main, 0.35), 9)
  )
}

function head(scene, skin) {
  const { random } = scene
  const face = 'M-96 -60C-96 -150 96 -150 96 -60C96 30 58 96 0 98C-58 96 -96 30 -96 -60Z'
  const eyes = random.pick([
    [-36, 36].map((x) => line(`M${x - 15} -22Q${x} -34 ${x + 15} -22`, '#33201f', 6)).join(''),
    [-36, 36].map((x) => `<circle cx="${x}" cy="-24" r="7.5" fill="#33201f"/>`).join(''),
  ])
  const brows = [-36, 36].map((x) => line(`M${x - 20} -52Q${x} -62 ${x + 20} -52`, '#33201f', 5, 'opacity=".8"')).join('')
  const cheeks = [-60, 60].map((x) => ellipse(x, 10, 22, 16, 'fill="#e0604c" opacity=".3"')).join('')
  const glasses = random.chance(0.25)
    ? [-38, 38]
        .map((x) => `<circle cx="${x}" cy="-22" r="30" fill="#fff" fill-opacity=".14" stroke="#3a2426" stroke-width="5"/>`)
        .join('') + line('M-8 -24Q0 -30 8 -24', '#3a2426', 5)
    : ''
  const beard = random.chance(0.22)
    ? path(
        'M-94 -20C-92 60 -60 112 0 114C60 112 92 60 94 -20C70 30 50 34 0 32C-50 34 -70 30 -94 -20Z',
        `fill="${random.pick(hairs)}"`,
      )
    : ''
  return (
    [-98, 98].map((x) => ellipse(x, -22, 17, 25, `fill="${darken(skin, 0.14)}"`)).join('') +
    scene.surface(face, skin, { shade: 'soft', paint: cheeks }) +
    beard +
    brows +
    eyes +
    line('M0 -18Q14 14 -4 18', darken(skin, 0.35), 5) +
    line('M-28 46Q0 72 28 46', beard ? lighten(skin, 0.3) : '#8c3a34', 6) +
    glasses
  )
}

const earrings = (scene) =>
  [-100, 100].map((x) => line(`M${x} 2V14`, '#c99a3f', 4) + scene.sphere(x, 28, 14, scene.colors.accent)).join('')
const cap = 'M-104 -50C-112 -176 112 -176 104 -50C84 -104 40 -118 0 -116C-40 -118 -84 -104 -104 -50Z'

const styles = {
  curls: (scene, hair) => ({
    behind: curls(hair, 17, 128, 46),
    front: curls(hair, 9, 108, 34, -160, 160) + path(cap, `fill="${hair}"`),
  }),
  long: (scene, hair) => ({
    behind: path('M-122 -60C-136 -200 136 -200 122 -60C132 40 128 110 146 170H-146C-128 110 -132 40 -122 -60Z', `fill="${hair}"`),
    front:
      path(
        'M-106 -30C-116 -176 116 -176 106 -30C96 -90 60 -116 -10 -122C-40 -100 -90 -90 -106 -30Z',
        `fill="${lighten(hair, 0.06)}"`,
      ) +
      [-1, 1]
        .map((side) =>
          line(
            `M${side * 112} -40C${side * 122} 40 ${side * 112} 110 ${side * 126} 160M${side * 100} 30C${side * 104} 80 ${side * 92} 120 ${side * 102} 156`,
            lighten(hair, 0.22),
            4,
          ),
        )
        .join(''),
  }),
  bun: (scene, hair) => ({
    behind: `<circle cy="-186" r="52" fill="${hair}"/>` + line('M-34 -196Q0 -226 34 -196', lighten(hair, 0.2), 4),
    front: path(cap, `fill="${hair}"`) + line('M-40 -152Q0 -166 40 -152', scene.colors.accent, 11),
  }),
  kerchief: (scene) => ({
    behind: path('M70 -120C150 -140 170 -90 150 -60C130 -80 100 -90 70 -90Z', `fill="${darken(scene.colors.accent, 0.25)}"`),
    front: scene.surface('M-110 -52C-124 -190 124 -190 110 -52C70 -104 -70 -104 -110 -52Z', scene.colors.accent, {
      shade: 'soft',
      paint: steps(
        20,
        () =>
          `<circle cx="${scene.random.int(-110, 110)}" cy="${scene.random.int(-160, -60)}" r="7" fill="${scene.colors.second}"/>`,
      ).join(''),
    }),
  }),
  straw: (scene, hair) => ({
    behind: path('M-104 -50C-120 20 -104 60 -90 70V-60Z M104 -50C120 20 104 60 90 70V-60Z', `fill="${hair}"`),
    front: strawHat(scene),
  }),
  short: (scene, hair) => ({
    behind: '',
    front: path(
      'M-104 -36C-126 -190 126 -190 104 -36C98 -70 92 -92 70 -98C20 -88 -40 -92 -78 -102C-92 -92 -98 -70 -104 -36Z',
      `fill="${hair}"`,
    ),
  }),
}

function strawHat(scene) {
  const weave = steps(7, (i) =>
    line(`M-140 ${-196 + i * 16}Q0 ${-180 + i * 16} 140 ${-196 + i * 16}`, '#a97b38', 3, 'stroke-dasharray="9 5" opacity=".6"'),
  ).join('')
  return (
    ellipse(0, -84, 190, 40, 'fill="#b98a45"') +
    ellipse(0, -92, 190, 38, 'fill="#e0bc78"') +
    scene.surface('M-108 -94C-104 -214 104 -214 108 -94Q0 -70 -108 -94Z', '#d9b26a', { paint: weave }) +
    path('M-109 -112Q0 -86 109 -112L108 -90Q0 -64 -108 -90Z', `fill="${scene.colors.accent}"`)
  )
}

function curls(hair, count, ring, r, from = 120, to = 420) {
  return steps(count, (i, t) => {
    const a = ((from + (to - from) * t + (from < 0 ? -90 : 0)) * Math.PI) / 180,
      y = from < 0 ? -60 : -50
    return from < 0 && Math.sin(a) > -0.3
      ? ''
      : `<circle cx="${num(Math.cos(a) * ring)}" cy="${num(y + Math.sin(a) * ring)}" r="${r}" fill="${lighten(hair, (i % 2) * 0.07)}"/>`
  }).join('')
}
