// Embroidered shirts and dresses on a wooden hanger.
import { ellipse, group, line, num, path, rect, steps } from '../scene.ts'
import { darken, lighten, palette } from '../color.ts'
import { linen } from '../texture.ts'

export const label = 'Moda'
export const colors = [palette.creme, palette.terracota, palette.jade, palette.indigo, palette.ocre, palette.coral, palette.rosa]
export const forms = { shirt, dress, kimono }

const hanger = () =>
  line('M0 -44C0 -76 44 -76 40 -108C36 -136 -4 -136 -6 -106', '#7d7468', 8) +
  line('M-190 54Q-110 -10 0 -44Q110 -10 190 54', darken('#b98350', 0.3), 24) +
  line('M-190 50Q-110 -14 0 -48Q110 -14 190 50', '#c8935a', 16)

// A sprig: stem, leaves and stitched flowers, mirrored left and right.
function embroidery(scene, spread, tall) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const tones = [second, accent, palette.coral, palette.ocre, palette.jade].filter((tone) => tone !== main)
  const flower = (x, y, r, color) =>
    group(
      `translate(${num(x)} ${num(y)})`,
      steps(6, (i) =>
        group(
          `rotate(${i * 60})`,
          ellipse(0, -r * 0.58, r * 0.4, r * 0.5, `fill="${color}"`) +
            line(`M0 ${num(-r * 0.3)}V${num(-r)}`, lighten(color, 0.5), 2, 'opacity=".8"'),
        ),
      ).join('') + `<circle r="${num(r * 0.28)}" fill="${palette.ocre}"/>`,
    )
  const leaf = (x, y, angle, color) =>
    group(
      `translate(${num(x)} ${num(y)}) rotate(${num(angle)})`,
      path('M0 0C-15 -16 -13 -42 0 -56C13 -42 15 -16 0 0Z', `fill="${color}"`) + line('M0 -4V-46', lighten(color, 0.5), 2),
    )
  const bloom = random.pick(tones),
    bud = random.pick(tones),
    green = main === palette.jade ? palette.creme : palette.jade
  return (
    [-1, 1]
      .map(
        (side) =>
          line(
            `M0 ${tall}C${side * spread * 0.5} ${tall * 0.8} ${side * spread * 0.8} ${tall * 0.4} ${side * spread} 0`,
            green,
            5,
            'stroke-dasharray="12 4"',
          ) +
          steps(5, (i, t) =>
            leaf(side * spread * (0.16 + t * 0.78), tall * (1 - t * t * 0.6 - t * 0.3), side * (20 + (i % 2 ? 70 : -30)), green),
          ).join('') +
          flower(side * spread * 0.94, 4, 34, bloom) +
          flower(side * spread * 0.55, tall * 0.46, 24, bud),
      )
      .join('') +
    flower(0, tall, 46, bloom) +
    flower(0, tall + 76, 20, bud)
  )
}

const folds = (scene, list) =>
  list
    .map(([d, dark]) => line(d, dark ? '#4a1f2c' : '#fff6e4', 17, `opacity="${dark ? 0.26 : 0.34}" filter="${scene.blur(8)}"`))
    .join('')

function neck(scene, color, low = 96) {
  return path(`M-92 -8Q0 ${low - 60} 92 -8Q60 -30 0 -32Q-60 -30 -92 -8Z`, `fill="${darken(color, 0.4)}"`)
}

function shirt(scene) {
  const { main } = scene.colors
  const d =
    'M-92 -8Q-150 18 -196 44L-352 226L-244 312L-190 250L-196 640Q0 664 196 640L190 250L244 312L352 226L196 44Q150 18 92 -8Q70 84 0 88Q-70 84 -92 -8Z'
  const paint =
    linen(scene, main) +
    folds(scene, [
      ['M-186 250Q-120 330 -130 520', true],
      ['M180 250Q120 340 140 560', true],
      ['M-80 380Q-60 520 -84 650', false],
      ['M60 420Q90 540 70 650', true],
      ['M-270 150Q-230 220 -220 280', true],
      ['M290 160Q250 220 226 270', true],
    ]) +
    group('translate(0 150)', embroidery(scene, 128, 120)) +
    line('M-340 218L-250 292M340 218L250 292M-198 620Q0 644 198 620', darken(main, 0.3), 3, 'stroke-dasharray="9 7"')
  const collar =
    line('M-96 -10Q-72 90 0 94Q72 90 96 -10', lighten(main, 0.2), 18) +
    line('M-100 -2Q-72 106 0 108Q72 106 100 -2', darken(main, 0.35), 2.5, 'stroke-dasharray="8 6"')
  return {
    stage: 'wall',
    top: 290,
    art: neck(scene, main) + hanger() + scene.surface(d, main, { shade: 'soft', paint }) + collar,
    width: 720,
    height: 800,
  }
}

function dress(scene) {
  const { main, second } = scene.colors
  const d =
    'M-92 -8Q-140 14 -180 40L-236 190L-160 216L-150 300Q-230 520 -290 720Q0 790 290 720Q230 520 150 300L160 216L236 190L180 40Q140 14 92 -8Q64 70 0 74Q-64 70 -92 -8Z'
  const border =
    path('M-330 640Q0 716 330 640V668Q0 744 -330 668Z', `fill="${second}"`) +
    steps(21, (i, t) => {
      const x = -280 + t * 560
      return `<circle cx="${num(x)}" cy="${num(650 + 40 * Math.cos((t - 0.5) * 3))}" r="7" fill="#fff3dc"/>`
    }).join('')
  const paint =
    linen(scene, main) +
    folds(scene, [
      ['M-110 320Q-150 520 -200 730', true],
      ['M-40 320Q-50 560 -90 750', false],
      ['M20 320Q30 560 30 750', true],
      ['M90 320Q130 540 170 740', true],
      ['M120 320Q200 540 250 700', false],
    ]) +
    border +
    group('translate(0 96)', embroidery(scene, 112, 96))
  const belt =
    line('M-148 300Q0 328 148 300', darken(main, 0.3), 20) +
    line('M-146 297Q0 324 146 297', second, 12) +
    line('M30 316L10 430M36 316L62 424', second, 8)
  return {
    stage: 'wall',
    top: 240,
    art:
      neck(scene, main) +
      hanger() +
      scene.surface(d, main, { shade: 'soft', paint }) +
      belt +
      line('M-96 -10Q-66 76 0 80Q66 76 96 -10', lighten(main, 0.25), 12),
    width: 640,
    height: 880,
  }
}

function kimono(scene) {
  const { main, second, accent } = scene.colors
  const half = (side) =>
    `M${side * 60} -22Q${side * 150} 14 ${side * 190} 40L${side * 380} 330L${side * 236} 392L${side * 176} 290L${side * 210} 690Q${side * 110} 706 ${side * 22} 698L${side * 34} 220Z`
  const hem =
    steps(13, (i) => path(`M${-240 + i * 40} 660l20 -44 20 44Z`, `fill="${i % 2 ? accent : second}"`)).join('') +
    rect(-260, 664, 520, 12, `fill="${second}"`) +
    rect(-260, 600, 520, 8, `fill="${second}"`)
  const sprig = embroidery(scene, 80, 100)
  const side = (s) =>
    scene.surface(half(s), main, {
      shade: 'soft',
      paint:
        linen(scene, main) +
        hem +
        folds(scene, [
          [`M${s * 150} 300Q${s * 120} 480 ${s * 150} 690`, true],
          [`M${s * 80} 330Q${s * 90} 480 ${s * 70} 690`, false],
        ]) +
        line(`M${s * 392} 316L${s * 240} 380`, second, 22) +
        group(`translate(${s * 122} 190) scale(.62)`, sprig) +
        line(`M${s * 58} -22L${s * 34} 220L${s * 24} 700`, second, 30),
    })
  return {
    stage: 'wall',
    top: 290,
    art: path('M-62 -22H62L40 230L30 690H-30L-40 230Z', `fill="${darken(main, 0.45)}"`) + hanger() + side(-1) + side(1),
    width: 790,
    height: 830,
  }
}
