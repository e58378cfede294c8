// What lies beside the product: leaves, a branch, a cloth, a few seeds.
import { group, line, num, path, steps } from './scene.ts'
import { darken, lighten, palette } from './color.ts'
import { linen } from './texture.ts'

const greens = [palette.jade, palette.musgo, '#56806a', '#8a9a5b', '#4f6b52']

// One palm frond pointing right from the origin, about 420 long.
export function palm(color) {
  const blades = steps(13, (i, t) =>
    [-1, 1]
      .map((side) => {
        const long = 165 * Math.sin(Math.PI * (0.18 + t * 0.74)),
          x = t * 380
        return path(
          `M${num(x)} ${num(-t * t * 30)}q${num(long * 0.5)} ${num(side * long * 0.38)} ${num(long * 0.8)} ${num(side * long)}q${num(-long * 0.46)} ${num(-side * long * 0.5)} ${num(-long * 0.8)} ${num(-side * long)}Z`,
          `fill="${color}"`,
        )
      })
      .join(''),
  ).join('')
  return blades + line('M-40 6Q200 0 420 -40', color, 5)
}

export function palmProp(scene) {
  const color = scene.random.pick(greens)
  return palm(
    scene.gradient(
      [
        [0, lighten(color, 0.2)],
        [1, darken(color, 0.25)],
      ],
      { y2: 1 },
    ),
  )
}

// A eucalyptus-like branch pointing up, about 430 tall.
export function branch(scene) {
  const { random } = scene
  const color = random.pick(greens),
    bend = random.between(-70, 70)
  const leaves = steps(11, (i, t) => {
    const side = i % 2 ? 1 : -1,
      y = -70 - t * 350,
      x = bend * t * t
    const fill = scene.gradient(
      [
        [0, lighten(color, 0.3 - t * 0.1)],
        [1, darken(color, 0.15)],
      ],
      { y2: 0.6 },
    )
    return group(
      `translate(${num(x)} ${num(y)}) rotate(${num(side * (62 - t * 34) + bend * 0.12)}) scale(${num(1.15 - t * 0.45)})`,
      path('M0 0C-36 -28 -34 -84 0 -112C34 -84 36 -28 0 0Z', `fill="${fill}"`) +
        line('M0 -4V-92', darken(color, 0.2), 1.6, 'opacity=".5"'),
    )
  }).join('')
  return { art: line(`M0 0Q${num(bend * 0.1)} -240 ${num(bend)} -430`, darken(color, 0.35), 5) + leaves, width: 90, height: 430 }
}

// A big single leaf lying on the table.
export function leaf(scene) {
  const color = scene.random.pick(greens)
  const fill = scene.gradient(
    [
      [0, lighten(color, 0.28)],
      [0.5, color],
      [0.51, darken(color, 0.12)],
      [1, darken(color, 0.3)],
    ],
    { x2: 0.3, y2: 1 },
  )
  const veins = steps(7, (i, t) =>
    line(
      `M${num(40 + t * 220)} 0l${num(44 - t * 14)} ${num(-46 + t * 26)}M${num(40 + t * 220)} 0l${num(44 - t * 14)} ${num(40 - t * 22)}`,
      lighten(color, 0.35),
      2,
      'opacity=".55"',
    ),
  ).join('')
  return {
    art:
      path('M0 0C60 -92 210 -104 340 -6C220 78 70 72 0 0Z', `fill="${fill}"`) +
      veins +
      line('M-46 6Q120 -8 336 -5', lighten(color, 0.3), 4),
    width: 380,
    height: 30,
    foot: 10,
  }
}

// A folded linen cloth, seen at table height.
export function cloth(scene) {
  const { accent, second, wall } = scene.colors
  const color = scene.random.pick([lighten(accent, 0.3), lighten(second, 0.35), lighten(wall, 0.5)])
  const [left, back, right, front] = [
    [-350, 4],
    [-70, -82],
    [370, -26],
    [96, 106],
  ]
  const between = (a, b, t) => [num(a[0] + (b[0] - a[0]) * t), num(a[1] + (b[1] - a[1]) * t)]
  const fringe = steps(44, (i, t) =>
    line(`M${between(left, front, t).join(' ')}l-20 ${11 + (i % 3) * 3}`, lighten(color, 0.25), 4),
  ).join('')
  const fold = scene.gradient(
    [
      [0, lighten(color, 0.25)],
      [0.45, color],
      [0.5, darken(color, 0.18)],
      [0.56, lighten(color, 0.15)],
      [1, darken(color, 0.16)],
    ],
    { x2: 1, y2: 0.5 },
  )
  const d = `M${left.join(' ')}Q-200 -30 ${back.join(' ')}Q140 -66 ${right.join(' ')}Q250 36 ${front.join(' ')}Q-120 66 ${left.join(' ')}Z`
  const stripes = [0.08, 0.13, 0.2, 0.84, 0.9]
    .map((t, i) =>
      line(
        `M${between(left, back, t).join(' ')}Q${-60 + t * 240} ${44 - t * 130} ${between(front, right, t).join(' ')}`,
        darken(color, 0.4),
        i % 2 ? 13 : 4,
        'opacity=".55"',
      ),
    )
    .join('')
  return {
    art: fringe + scene.surface(d, fold, { shade: 'soft', paint: linen(scene, color) + stripes }),
    width: 640,
    height: 60,
    foot: 40,
  }
}

// Guaraná-red and dark seeds, scattered one by one.
export const seed = (scene) => {
  const color = scene.random.pick([palette.terracota, palette.cacau, palette.jabuticaba, scene.colors.accent])
  const r = scene.random.between(9, 15)
  return { art: scene.sphere(0, -r, r, color), width: r * 2, height: r * 2 }
}
