// The pottery's finishes: dipped, speckled, running, dotted or painted.
import { line, num, path, steps } from './scene.ts'
import { darken, lighten, palette } from './color.ts'
import { noise, speckle } from './texture.ts'

export const glazes = [dipped, painted, speckled, reactive, painted, dotted]

function dipped(scene, solid) {
  const { main, second } = scene.colors
  const level = -solid.height * scene.random.between(0.35, 0.62)
  const bare = scene.random.chance(0.5) ? palette.barro : second
  return (
    path(solid.band(level, 60), `fill="${bare}"`) +
    path(solid.band(level - 5, level + 5), `fill="${lighten(main, 0.3)}" opacity=".7"`) +
    speckle(scene, darken(main, 0.5), { count: 60 })
  )
}

function speckled(scene, solid) {
  const { main } = scene.colors
  return (
    speckle(scene, darken(main, 0.55), { count: 170, width: solid.width, height: solid.height }) +
    noise(scene, 'glaze', lighten(main, 0.4), 0.22)
  )
}

function reactive(scene, solid) {
  const { main, second } = scene.colors
  const fade = scene.gradient(
    [
      [0, lighten(second, 0.2), 0.9],
      [0.5, second, 0.5],
      [1, second, 0],
    ],
    { x2: 0, y2: 1 },
  )
  return (
    path(solid.band(-solid.height - 80, -solid.height * 0.45), `fill="${fade}"`) +
    noise(scene, 'glaze', darken(main, 0.5), 0.6) +
    noise(scene, 'glaze', lighten(second, 0.5), 0.5)
  )
}

function dotted(scene, solid) {
  const { second } = scene.colors
  return steps(5, (row) =>
    steps(13, (i) => {
      const [x, y] = solid.at(-solid.height * (0.28 + row * 0.1), -90 + i * 15 + (row % 2) * 7.5)
      return `<ellipse cx="${x}" cy="${y}" rx="${num(8 * Math.cos(((-90 + i * 15) * Math.PI) / 180) + 1)}" ry="8" fill="${second}"/>`
    }).join(''),
  ).join('')
}

// A painted belt: lines and a row of triangles or waves following the curve.
function painted(scene, solid) {
  const { second, accent } = scene.colors
  const middle = -solid.height * scene.random.between(0.42, 0.56),
    tall = solid.height * 0.17
  const zig = (from, to) => steps(25, (i) => solid.at(i % 2 ? from : to, -90 + i * 7.5))
  const motif = scene.random.pick([
    () =>
      line(
        'M' +
          zig(middle - tall / 2, middle + tall / 2)
            .map((p) => p.join(' '))
            .join('L'),
        second,
        9,
      ),
    () =>
      steps(12, (i) =>
        path(
          'M' +
            [
              [0, 1],
              [7.5, 0],
              [15, 1],
            ]
              .map(([a, low]) => solid.at(middle + (low - 0.5) * tall, -90 + i * 15 + a).join(' '))
              .join('L') +
            'Z',
          `fill="${i % 2 ? accent : second}"`,
        ),
      ).join(''),
    () =>
      steps(11, (i) =>
        path(
          'M' +
            [
              [0, 0.5],
              [7, 0],
              [14, 0.5],
              [7, 1],
            ]
              .map(([a, t]) => solid.at(middle + (t - 0.5) * tall, -84 + i * 16 + a).join(' '))
              .join('L') +
            'Z',
          `fill="${i % 2 ? second : accent}"`,
        ),
      ).join(''),
  ])()
  const rule = (y) => path(solid.band(y, y + 9), `fill="${second}"`)
  return motif + rule(middle - tall * 0.85) + rule(middle + tall * 0.8) + noise(scene, 'glaze', '#fff6e0', 0.2)
}
