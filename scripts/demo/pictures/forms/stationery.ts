// Hand-bound notebooks, with printed or linen covers.
import { ellipse, group, line, num, path, rect, steps } from '../scene.ts'
import { darken, distance, lighten, palette } from '../color.ts'
import { bands, linen } from '../texture.ts'
import { emblem } from '../label.ts'

export const label = 'Papelaria'
export const colors = [palette.indigo, palette.coral, palette.jade, palette.ocre, palette.jabuticaba, palette.terracota]
export const forms = { notebook, notebooks, stack, cards }

const covers = { geometric, botanical, waves, plain }

function cover(scene, color, w, h) {
  const paint = covers[scene.random.pick(Object.keys(covers))](scene, color, w, h)
  const d = `M0 0H${w - 16}Q${w} 0 ${w} 16V${h - 16}Q${w} ${h} ${w - 16} ${h}H0Z`
  const back = path(
    `M14 12H${w + 10}Q${w + 18} 18 ${w + 18} 28V${h + 8}Q${w + 16} ${h + 18} ${w} ${h + 18}H18Z`,
    `fill="${darken(color, 0.42)}"`,
  )
  const leaves =
    path(`M10 6H${w + 4}Q${w + 11} 12 ${w + 11} 22V${h}Q${w + 9} ${h + 11} ${w - 6} ${h + 11}H14Z`, 'fill="#f0e2c6"') +
    line(`M${w + 6} 22V${h}`, '#cdb890', 1.6)
  const spine = rect(0, 0, w * 0.13, h, `fill="${darken(color, 0.3)}"`) + rect(w * 0.13, 0, 6, h, 'fill="#3a1626" opacity=".25"')
  return back + leaves + scene.surface(d, color, { shade: 'soft', paint: paint + linen(scene, color) + spine })
}

function geometric(scene, color, w, h) {
  const { second, accent } = scene.colors
  return bands(scene, [0, 0, w, h], [color, lighten(color, 0.45), second, accent, color], { unit: w / 6 })
}

function botanical(scene, color, w, h) {
  const inks = [lighten(color, 0.6), scene.colors.accent, darken(color, 0.45)]
  const ink = scene.random.pick(inks.filter((tone) => distance(tone, color) > 90))
  return steps(5, (row) =>
    steps(3, (i) =>
      group(
        `translate(${num(w * (0.3 + i * 0.28))} ${num(h * (0.14 + row * 0.2 + (i % 2) * 0.08))}) rotate(${scene.random.int(-50, 50)}) scale(${num(w / 300)})`,
        line('M0 50V-50', ink, 4) +
          [-36, -12, 12]
            .map((y) =>
              path(
                `M0 ${y + 18}c-34 -4 -44 -26 -42 -38c20 0 38 12 42 38c4 -26 22 -38 42 -38c2 12 -8 34 -42 38Z`,
                `fill="${ink}"`,
              ),
            )
            .join(''),
      ),
    ).join(''),
  ).join('')
}

function waves(scene, color, w, h) {
  const { second, accent } = scene.colors
  return (
    steps(4, (i) =>
      path(
        `M0 ${h * (0.44 + i * 0.15)}C${w * 0.3} ${h * (0.3 + i * 0.15)} ${w * 0.5} ${h * (0.56 + i * 0.14)} ${w} ${h * (0.4 + i * 0.16)}V${h}H0Z`,
        `fill="${[lighten(color, 0.35), second, lighten(second, 0.4), accent][i]}"`,
      ),
    ).join('') + `<circle cx="${w * 0.64}" cy="${h * 0.26}" r="${w * 0.17}" fill="${accent}"/>`
  )
}

function plain(scene, color, w, h) {
  const paper = lighten(scene.colors.accent, 0.45)
  return (
    rect(w * 0.32, h * 0.22, w * 0.5, h * 0.34, `rx="6" fill="${paper}"`) +
    group(`translate(${w * 0.57} ${h * 0.39})`, emblem(scene, undefined, w * 0.46, h * 0.32, paper, darken(color, 0.35)))
  )
}

const elastic = (w, h, color) =>
  line(`M${w * 0.86} 2V${h - 2}`, darken(color, 0.2), 11, 'style="stroke-linecap:butt"') +
  line(`M${w * 0.86 - 3} 2V${h - 2}`, lighten(color, 0.4), 2)
const ribbon = (w, h, color) => path(`M${w * 0.5} ${h + 4}v58l10 -12 10 12v-58Z`, `fill="${color}"`)

function pencil(color) {
  return (
    rect(-9, -190, 18, 330, `fill="${color}"`) +
    rect(-9, -190, 6, 330, 'fill="#fff" opacity=".35"') +
    path('M-9 140L0 186L9 140Z', 'fill="#e9cfa2"') +
    path('M-3 171L0 186L3 171Z', 'fill="#3a2a26"') +
    rect(-9, -206, 18, 18, 'fill="#d8a84a"')
  )
}

function notebook(scene) {
  const { main, second, accent } = scene.colors
  const w = 400,
    h = 560
  return {
    stage: 'flat',
    width: 660,
    height: 720,
    art:
      group(
        `rotate(${scene.random.int(-14, -5)}) translate(${-w / 2 - 40} ${-h / 2})`,
        ribbon(w, h, accent) + cover(scene, main, w, h) + (scene.random.chance(0.6) ? elastic(w, h, accent) : ''),
      ) + group('translate(292 40) rotate(14)', pencil(second)),
  }
}

function notebooks(scene) {
  const { main, second, accent } = scene.colors
  const w = 310,
    h = 440
  return {
    stage: 'flat',
    width: 760,
    height: 760,
    art: [
      [accent, 8, 70, -330],
      [second, -4, -190, -250],
      [main, -14, -330, -60],
    ]
      .map(
        ([color, angle, x, y]) =>
          `<g opacity=".4" filter="${scene.blur(12)}">${group(`translate(${x + 18} ${y + 24}) rotate(${angle})`, rect(0, 0, w + 16, h + 16, 'fill="#3a1626"'))}</g>` +
          group(`translate(${x} ${y}) rotate(${angle})`, cover(scene, color, w, h)),
      )
      .join(''),
  }
}

// Books lying on the table, tied with a ribbon.
function stack(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  let y = 0
  const books = [main, second, accent, lighten(main, 0.25)]
    .map((tone, i) => {
      const w = 270 - i * 16,
        h = random.int(58, 88),
        x = random.int(-22, 22)
      const block = rect(x - w, y - h, 2 * w, h, `rx="7" fill="${tone}"`)
      const sheets =
        rect(x - w + 34, y - h + 10, 2 * w - 26, h - 20, 'fill="#f2e5ca"') +
        steps(4, (k) => line(`M${x - w + 36} ${num(y - h + 16 + (k * (h - 30)) / 3.4)}H${x + w}`, '#d2bd96', 1.6)).join('')
      const spine = path(
        `M${x - w + 40} ${y - h}H${x - w + 10}Q${x - w - 12} ${y - h / 2} ${x - w + 10} ${y}H${x - w + 40}Z`,
        `fill="${darken(tone, 0.18)}"`,
      )
      const shade = rect(x - w, y - h, 2 * w, h, `rx="7" ${scene.lit('soft')}`)
      y -= h
      return block + sheets + spine + shade
    })
    .join('')
  const band =
    line(`M70 0V${y}`, accent, 20, 'style="stroke-linecap:butt"') +
    line(`M64 0V${y}`, lighten(accent, 0.5), 3) +
    path(`M70 ${y}c-70 -70 -110 -20 0 0c110 -20 70 -70 0 0Z`, `fill="${darken(accent, 0.1)}"`)
  return { art: books + band, width: 600, height: -y + 40, foot: 264, pair: false }
}

function cards(scene) {
  const { main, second } = scene.colors
  const card = (color, i) =>
    rect(-150, -200, 300, 400, `rx="10" fill="${lighten(color, 0.15)}"`) +
    scene.clip(
      'M-150 -200H150V200H-150Z',
      group('translate(-150 -200)', [botanical, waves, geometric][i](scene, color, 300, 400)) +
        rect(-150, -200, 300, 400, 'fill="none" stroke="#fbf1de" stroke-width="36"'),
    )
  const envelope =
    rect(-220, -150, 440, 300, 'rx="8" fill="#d9b98a"') +
    path('M-220 -146L0 40L220 -146Z', 'fill="#c7a270"') +
    line('M-218 -144L0 40L218 -144', '#a98453', 3) +
    ellipse(0, 36, 32, 32, `fill="${main}"`) +
    group('translate(0 36) scale(.5)', emblem(scene, 'tree', 110, 170, '', lighten(main, 0.6)).replace(/<rect[^>]*>/, ''))
  const soft = (inner) =>
    `<g filter="${scene.blur(10)}" opacity=".35"><rect x="-150" y="-190" width="320" height="410" fill="#3a1626"/></g>` + inner
  return {
    stage: 'flat',
    width: 840,
    height: 780,
    art:
      group('translate(-170 -150) rotate(-13)', soft(card(second, 0))) +
      group('translate(170 -130) rotate(9)', soft(card(main, 1))) +
      group('translate(20 200) rotate(-4)', soft('').replace('-190', '-130').replace('410', '310') + envelope),
  }
}
