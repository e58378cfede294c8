// Jams, honey, coffee and preserves, with cloth lids and printed labels.
import { ellipse, group, line, num, path, rect, steps } from '../scene.ts'
import { darken, lighten, mix, palette } from '../color.ts'
import { gloss, mouth, turn } from '../solid.ts'
import { emblem, wrapLabel } from '../label.ts'
import { linen, noise } from '../texture.ts'

export const label = 'Alimentos artesanais'
export const colors = ['#a8323a', '#d98a1f', '#5c2443', '#c9552c', '#8a5a2b']
export const forms = { jam, honey, coffee, sauce }

const paperOf = (scene) => scene.random.pick([palette.creme, palette.creme, lighten(scene.colors.accent, 0.3)])

function jar(scene, solid, content, emblemName) {
  const paper = paperOf(scene)
  const bits = steps(26, () =>
    ellipse(
      scene.random.int(-150, 150),
      scene.random.int(-330, 0),
      scene.random.int(9, 26),
      scene.random.int(8, 20),
      `fill="${scene.random.chance(0.5) ? lighten(content, 0.25) : darken(content, 0.3)}" opacity=".5"`,
    ),
  ).join('')
  const glow = scene.glow(
    [
      [0, '#ffe2a6', 0.5],
      [1, '#ffe2a6', 0],
    ],
    { cx: 0.72, cy: 0.7, r: 0.5 },
  )
  return (
    scene.surface(solid.outline, mix(content, '#fff3de', 0.6), {
      shade: 'glass',
      paint:
        path(solid.band(-solid.height * 0.86, 80), `fill="${content}"`) +
        bits +
        path(solid.outline, `fill="${glow}"`) +
        wrapLabel(scene, solid, -solid.height * 0.66, -solid.height * 0.16, paper, darken(content, 0.4), emblemName),
    }) +
    path(solid.outline, `${scene.lit('glass')} opacity=".6"`) +
    gloss(scene, solid, 0.6)
  )
}

// A square of gingham tied over the lid.
function bonnet(scene, r, tone) {
  const d = `M${-r} -58C${-r * 0.6} -84 ${r * 0.6} -84 ${r} -58L${r * 1.02} -6C${r * 1.3} 20 ${r * 1.36} 44 ${r * 1.28} 60Q${r * 1.05} 40 ${r * 0.84} 68Q${r * 0.56} 46 ${r * 0.3} 76Q0 50 ${-r * 0.3} 76Q${-r * 0.56} 46 ${-r * 0.84} 68Q${-r * 1.05} 40 ${-r * 1.28} 60C${-r * 1.36} 44 ${-r * 1.3} 20 ${-r * 1.02} -6Z`
  const checks =
    steps(14, (i) => rect(-260 + i * 40, -100, 20, 200, `fill="${tone}" opacity=".55"`)).join('') +
    steps(5, (i) => rect(-260, -96 + i * 40, 520, 20, `fill="${tone}" opacity=".55"`)).join('')
  const twine =
    line(`M${-r * 1.02} 0Q0 30 ${r * 1.02} 0`, '#b98d54', 9) +
    line(`M20 22C-50 70 -60 -10 20 20C80 -14 90 60 24 24M20 24L-4 84M24 24L54 78`, '#b98d54', 6)
  return (
    scene.surface(d, '#fbf1de', {
      paint:
        checks +
        linen(scene, tone) +
        path(`M${-r * 1.4} 0Q0 34 ${r * 1.4} 0V26Q0 60 ${-r * 1.4} 26Z`, `fill="#3a1626" opacity=".3" filter="${scene.blur(7)}"`),
    }) + twine
  )
}

function jam(scene) {
  const {
    random,
    colors: { main, second },
  } = scene
  const r = random.between(125, 145),
    tall = random.between(280, 320)
  const solid = turn([
    [-tall, r * 0.82],
    [-tall + 30, r * 0.84],
    [-tall + 70, r],
    [-tall * 0.5, r],
    [-22, r],
    [0, r * 0.88],
  ])
  const berries =
    [
      [r + 50, -34, 34],
      [r + 104, -26, 27],
      [r + 74, -78, 28],
    ]
      .map(([x, y, size]) => scene.sphere(x, y, size, main))
      .join('') +
    group(
      `translate(${r + 62} -92) rotate(30) scale(.7)`,
      path('M0 0C-30 -30 -26 -80 0 -110C26 -80 30 -30 0 0Z', 'fill="#5d7a52"'),
    )
  return {
    art:
      (random.chance(0.7) ? berries : '') +
      jar(scene, solid, main, random.pick(['flower', 'sun', 'leaf'])) +
      group(`translate(0 ${-tall + 26})`, bonnet(scene, r * 0.88, random.pick([main, second]))),
    width: 2 * r + 130,
    height: tall + 60,
    foot: r * 0.95,
    middle: 32,
  }
}

function honey(scene) {
  const { random } = scene
  const r = random.between(140, 160),
    tall = random.between(240, 280)
  const solid = turn([
    [-tall, r * 0.78],
    [-tall + 28, r * 0.8],
    [-tall * 0.7, r * 1.02],
    [-tall * 0.4, r * 1.06],
    [-tall * 0.12, r * 0.98],
    [0, r * 0.82],
  ])
  const lid = turn([
    [-54, r * 0.84],
    [-44, r * 0.88],
    [0, r * 0.88],
  ])
  const dipper = group(
    `translate(${r + 66} -6) rotate(24)`,
    rect(-10, -330, 20, 260, 'rx="9" fill="#b98350"') +
      steps(5, (i) =>
        rect(
          -40 + Math.abs(i - 2) * 9,
          -96 + i * 22,
          80 - Math.abs(i - 2) * 18,
          16,
          `rx="8" fill="${i % 2 ? '#c9935c' : '#a8703f'}"`,
        ),
      ).join(''),
  )
  return {
    art:
      dipper +
      jar(scene, solid, '#dd8f1c', 'bee') +
      group(
        `translate(0 ${-tall + 12})`,
        scene.surface(lid.outline, '#c79a5e', { paint: noise(scene, 'wood', '#6a3a14', 0.6) }) +
          ellipse(0, -54, r * 0.84, r * 0.84 * 0.17, 'fill="#e0b980"'),
      ),
    width: 2 * r + 190,
    height: tall + 70,
    foot: r * 0.95,
    middle: 70,
  }
}

function coffee(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const w = random.between(150, 170),
    h = random.between(420, 460)
  const tone = random.pick(['#cfa670', '#3d2a28', second, main])
  const d = `M${-w + 10} ${-h}L${w - 10} ${-h}L${w + 6} ${-h * 0.66}L${w + 12} -18Q${w + 6} 6 ${w - 14} 8H${-w + 14}Q${-w - 6} 6 ${-w - 12} -18L${-w - 6} ${-h * 0.66}Z`
  const fold =
    path(`M${-w + 4} ${-h - 8}H${w - 4}V${-h + 62}H${-w + 4}Z`, `fill="${darken(tone, 0.12)}"`) +
    line(`M${-w + 6} ${-h + 62}H${w - 6}`, darken(tone, 0.5), 4) +
    rect(-w - 6, -h + 12, 2 * w + 12, 20, `rx="8" fill="${accent}"`)
  const creases = [-1, 1]
    .map((side) =>
      path(
        `M${side * (w - 6)} ${-h + 60}L${side * (w - 44)} ${-h * 0.5}L${side * (w + 8)} -10Z`,
        `fill="#2c1420" opacity="${side > 0 ? 0.3 : 0.12}"`,
      ),
    )
    .join('')
  const paper = labelOn(tone)
  const beans = steps(9, () =>
    group(
      `translate(${num(w + 20 + random.int(0, 150))} ${random.int(-8, 40)}) rotate(${random.int(0, 180)})`,
      ellipse(0, 0, 20, 13, 'fill="#4a2a1e"') +
        line('M-15 0Q0 7 15 0', '#2b150f', 3.5) +
        ellipse(-5, -5, 8, 3, 'fill="#a8765a" opacity=".6"'),
    ),
  ).join('')
  const sticker =
    rect(-104, -h * 0.68, 208, h * 0.48, `rx="6" fill="${paper}"`) +
    group(
      `translate(0 ${-h * 0.44})`,
      emblem(scene, 'bean', 200, h * 0.46, paper, darken(tone === '#3d2a28' ? '#a85f35' : tone, 0.45)),
    )
  return {
    art: beans + scene.surface(d, tone, { paint: noise(scene, 'linen', darken(tone, 0.5), 0.25) + creases + sticker }) + fold,
    width: 2 * w + 210,
    height: h + 10,
    foot: w,
    middle: 62,
  }
}

const labelOn = (tone) => (tone === palette.creme ? '#e9c9a0' : palette.creme)

function sauce(scene) {
  const {
    random,
    colors: { main },
  } = scene
  const r = random.between(84, 96),
    tall = random.between(400, 440)
  const solid = turn([
    [-tall, 34],
    [-tall + 22, 36],
    [-tall + 30, 32],
    [-tall * 0.68, 38],
    [-tall * 0.52, r],
    [-tall * 0.3, r],
    [-18, r],
    [0, r * 0.9],
  ])
  const cork = turn([
    [-46, 27],
    [0, 30],
  ])
  const peppers = ([
    [0, '#c8352b', 20],
    [1, '#e3a022', -34],
    [2, '#b92d2b', 74],
  ] as [number, string, number][])
    .map(([i, color, angle]) =>
      group(
        `translate(${r + 40 + i * 44} ${-14 + (i % 2) * 22}) rotate(${angle})`,
        path('M0 -34C26 -34 24 20 2 66C-18 24 -26 -34 0 -34Z', `fill="${color}"`) +
          path('M-8 -26C-12 0 -6 24 0 40', 'fill="none" stroke="#fff" stroke-width="5" opacity=".45" stroke-linecap="round"') +
          line('M0 -34Q4 -50 14 -54', '#5d7a3c', 7),
      ),
    )
    .join('')
  return {
    art:
      peppers +
      jar(scene, solid, main, 'sun') +
      mouth(scene, solid, '#e8dcc4', { lip: 6 }) +
      group(`translate(0 ${-tall + 10})`, scene.surface(cork.outline, '#c79a66') + ellipse(0, -46, 27, 5, 'fill="#e3c093"')),
    width: 2 * r + 150,
    height: tall + 40,
    foot: r * 0.95,
    middle: 48,
  }
}
