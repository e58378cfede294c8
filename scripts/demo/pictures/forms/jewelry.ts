// Seed necklaces, earrings and bracelets, laid on stone or linen.
import { ellipse, group, line, num, path, steps } from '../scene.ts'
import { darken, lighten, mix, palette } from '../color.ts'

export const label = 'Bijuteria'
export const colors = [palette.terracota, palette.jade, palette.jabuticaba, palette.coral, palette.ocre, palette.indigo]
export const forms = { necklace, earrings, goldenGrass, bracelets }

function necklace(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const pattern = random.pick([
    [main, main, second],
    [main, accent, main, second],
    [main],
    [main, lighten(main, 0.4), second, accent],
  ])
  const beads = [],
    width = random.between(250, 290),
    deep = random.between(560, 640)
  for (let angle = -200; angle <= 20; angle += 6.9) {
    const turn = (angle + 90) / 110,
      a = ((90 - turn * 158) * Math.PI) / 180
    beads.push([
      Math.cos(a) * width,
      60 + Math.sin(a) * (Math.sin(a) > 0 ? deep * 0.52 : deep * 0.72),
      18 + 14 * (1 - Math.abs(turn)),
    ])
  }
  const string = line('M' + beads.map(([x, y]) => `${num(x)} ${num(y)}`).join('L'), '#5a3a2a', 5)
  const [[x0, y0], [x1, y1]] = [beads[0], beads.at(-1)]
  const clasp =
    line(`M${num(x0)} ${num(y0)}Q${num((x0 + x1) / 2)} ${num(y0 - 44)} ${num(x1)} ${num(y1)}`, '#5a3a2a', 5) +
    scene.sphere((x0 + x1) / 2, y0 - 22, 12, '#d3a044')
  const pearls = beads.map(([x, y, r], i) => scene.sphere(x, y, r, pattern[i % pattern.length])).join('')
  const low = 60 + deep * 0.52
  const pendant = random.pick([
    () => scene.sphere(0, low + 62, 46, accent) + scene.sphere(0, low + 62, 20, main),
    () =>
      steps(5, (i) =>
        group(
          `translate(0 ${num(low + 14)}) rotate(${(i - 2) * 20})`,
          scene.surface('M0 0C-26 40 -24 100 0 128C24 100 26 40 0 0Z', i % 2 ? second : main),
        ),
      ).join(''),
    () =>
      scene.surface(`M-70 ${low + 20}H70Q64 ${low + 108} 0 ${low + 120}Q-64 ${low + 108} -70 ${low + 20}Z`, second, {
        paint: steps(4, (i) => line(`M-90 ${low + 36 + i * 22}l22 14 22 -14 22 14 22 -14 22 14 22 -14 22 14`, main, 6)).join(''),
      }),
  ])()
  return { stage: 'flat', art: group('translate(0 -110)', string + clasp + pearls + pendant), width: 620, height: 900 }
}

const hook = (y) =>
  line(`M0 ${y}V${y - 46}C0 ${y - 120} 62 ${y - 120} 54 ${y - 40}`, '#c99a3f', 7) +
  line(`M-1 ${y}V${y - 46}C-1 ${y - 118} 60 ${y - 118} 53 ${y - 44}`, '#fff0b8', 2) +
  `<circle cy="${y + 8}" r="11" fill="none" stroke="#c99a3f" stroke-width="6"/>`

const drops = {
  petal: (scene, { main, second }) =>
    scene.surface('M0 0C-96 90 -90 230 0 270C90 230 96 90 0 0Z', main, {
      paint: path('M0 60C-50 120 -46 200 0 226C46 200 50 120 0 60Z', `fill="${second}"`),
    }) + scene.sphere(0, 180, 22, lighten(main, 0.4)),
  arch: (scene, { main, second, accent }) =>
    [
      [120, main, 26],
      [84, second, 22],
      [50, accent, 20],
    ]
      .map(
        ([r, color, thick]) =>
          line(`M${-r} 236V126A${r} ${r} 0 0 1 ${r} 126V236`, darken(color, 0.3), thick + 3) +
          line(`M${-r} 234V124A${r} ${r} 0 0 1 ${r} 124V234`, color, thick) +
          line(`M${-r + 1} 214V124A${r} ${r} 0 0 1 ${num(-r * 0.2)} ${num(126 - r)}`, '#fff4dc', 5, 'opacity=".55"'),
      )
      .join('') + scene.sphere(0, 150, 24, main),
  beads: (scene, { main, second, accent }) =>
    [
      [36, 28, second],
      [104, 44, main],
      [180, 34, accent],
      [240, 24, main],
    ]
      .map(([y, r, color]) => scene.sphere(0, y, r, color))
      .join('') + steps(5, (i) => line(`M0 262Q${(i - 2) * 10} 300 ${(i - 2) * 17} 350`, i % 2 ? main : second, 9)).join(''),
  fan: (scene, { main, second, accent }) =>
    scene.surface('M0 10L150 190A190 190 0 0 1 -150 190Z', main, {
      paint: steps(
        4,
        (i) => `<circle cy="0" r="${90 + i * 40}" fill="none" stroke="${i % 2 ? accent : second}" stroke-width="13"/>`,
      ).join(''),
    }) +
    steps(7, (i) => scene.sphere(-132 + i * 44, 216 + 30 * Math.sin((Math.PI * i) / 6), 14, i % 2 ? second : accent)).join(''),
}

function pair(scene, draw) {
  const tilt = scene.random.int(5, 12)
  return {
    stage: 'flat',
    width: 560,
    height: 540,
    art:
      group(`translate(-165 -140) rotate(${tilt})`, hook(-12) + draw()) +
      group(`translate(165 -110) rotate(${-tilt})`, hook(-12) + draw()),
  }
}

function earrings(scene) {
  const draw = drops[scene.random.pick(Object.keys(drops))]
  return pair(scene, () => draw(scene, scene.colors))
}

// Discs of capim dourado, the golden grass of Jalapão.
function goldenGrass(scene) {
  const gold = '#d6a02f',
    rings = scene.random.pick([6, 7, 8])
  const disc = (r, y) =>
    `<circle cy="${y}" r="${r}" fill="${gold}"/>` +
    steps(
      rings,
      (i, t) =>
        `<circle cy="${y}" r="${num(r * (0.16 + 0.78 * t))}" fill="none" stroke="${i % 2 ? '#f3d27a' : '#a8731c'}" stroke-width="${num((r / rings) * 0.42)}" opacity=".9"/>`,
    ).join('') +
    steps(40, (i) =>
      group(`rotate(${i * 9} 0 ${y})`, line(`M0 ${num(y - r * 0.97)}V${num(y - r * 0.2)}`, '#8a5a14', 1.4, 'opacity=".55"')),
    ).join('') +
    path(`M${-r} ${y}A${r} ${r} 0 1 0 ${r} ${y}A${r} ${r} 0 1 0 ${-r} ${y}Z`, `${scene.lit('soft')}`)
  return pair(scene, () => scene.sphere(0, 22, 20, scene.colors.main) + disc(112, 156))
}

function bracelets(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const ring = (x, y, r, tones, size) =>
    steps(Math.floor((2 * Math.PI * r) / (size * 1.9)), (i) => {
      const a = (i * size * 1.9) / r
      return scene.sphere(x + Math.cos(a) * r, y + Math.sin(a) * r * 0.94, size, tones[i % tones.length])
    }).join('')
  const bangle = (x, y, r, color) =>
    ellipse(x, y, r, r * 0.94, `fill="none" stroke="${darken(color, 0.35)}" stroke-width="42"`) +
    ellipse(x - 3, y - 4, r, r * 0.94, `fill="none" stroke="${color}" stroke-width="34"`) +
    `<path d="M${x - r * 0.9} ${y - r * 0.3}A${r} ${r * 0.94} 0 0 1 ${x - r * 0.1} ${y - r * 0.94}" fill="none" stroke="#fff4dc" stroke-width="8" stroke-linecap="round" opacity=".7"/>` +
    steps(18, (i) => {
      const a = (i * Math.PI) / 9
      return `<circle cx="${num(x + Math.cos(a) * r)}" cy="${num(y + Math.sin(a) * r * 0.94)}" r="5" fill="${mix(color, '#fff2d8', 0.75)}"/>`
    }).join('')
  return {
    stage: 'flat',
    width: 720,
    height: 680,
    art:
      bangle(-130, -90, 180, second) +
      ring(150, 10, 172, [main, main, lighten(main, 0.35)], 24) +
      ring(-60, 190, 150, [accent, main, accent, second], random.int(17, 21)),
  }
}
