// Wall and table, with what light and paint do to them.
import { ellipse, group, path, rect } from './scene.ts'
import { darken, isDark, lighten, mix } from './color.ts'
import { noise } from './texture.ts'
import { palm } from './props.ts'

const HORIZON = 770

export function backdrop(scene, stage) {
  const { colors, random } = scene
  if (stage === 'flat') return flatSurface(scene)
  const wall = scene.glow(
    [
      [0, lighten(colors.wall, isDark(colors.wall) ? 0.24 : 0.38)],
      [0.55, colors.wall],
      [1, darken(colors.wall, 0.2)],
    ],
    { cx: 0.2, cy: 0.1, r: 1.15 },
  )
  const floor = scene.gradient(
    [
      [0, lighten(colors.floor, 0.16)],
      [0.5, colors.floor],
      [1, darken(colors.floor, 0.16)],
    ],
    { y2: 0.8 },
  )
  const feature = random.pick(stage === 'wall' ? [window, leafShadow, none] : [arch, disc, window, leafShadow, none, arch])
  const table =
    stage === 'wall'
      ? ''
      : rect(0, HORIZON - 26, 1200, 30, `fill="${darken(colors.wall, 0.5)}" opacity=".16" filter="${scene.blur(14)}"`) +
        `<g filter="${scene.blur(2)}">${rect(-20, HORIZON, 1240, 460, `fill="${floor}"`)}</g>`
  return rect(0, 0, 1200, 1200, `fill="${wall}"`) + feature(scene) + table
}

const none = () => ''

function arch(scene) {
  const { random } = scene
  const x = random.pick([420, 600, 690]),
    r = random.int(250, 310)
  const tone = backing(scene)
  const d = `M${x - r} ${HORIZON}V${470}A${r} ${r} 0 0 1 ${x + r} ${470}V${HORIZON}Z`
  const fill = scene.gradient([
    [0, darken(tone, 0.16)],
    [0.25, tone],
    [1, lighten(tone, 0.16)],
  ])
  return path(d, `fill="${fill}"`)
}

// A painted shape stays in the wall's own family: deeper on light walls, brighter on dark ones.
function backing({ colors, random }) {
  return isDark(colors.wall)
    ? mix(lighten(colors.wall, 0.14), colors.floor, 0.2)
    : mix(colors.wall, random.pick([colors.floor, lighten(colors.wall, 0.6), darken(colors.floor, 0.12)]), 0.85)
}

function disc(scene) {
  const { random } = scene
  const tone = backing(scene)
  const fill = scene.gradient(
    [
      [0, lighten(tone, 0.25)],
      [1, tone],
    ],
    { x2: 0.7, y2: 1 },
  )
  return ellipse(random.int(480, 760), random.int(400, 470), 290, 290, `fill="${fill}"`)
}

function window(scene) {
  const panes = [0, 1, 2, 3].map((i) => rect((i % 2) * 190, Math.floor(i / 2) * 240, 172, 222, 'fill="#fff3d8"')).join('')
  return `<g filter="${scene.blur(9)}" opacity="${isDark(scene.colors.wall) ? 0.2 : 0.5}">${group(`translate(${scene.random.int(480, 640)} 110) skewY(14) skewX(-12)`, panes)}</g>`
}

function leafShadow(scene) {
  const ink = darken(scene.colors.wall, 0.7)
  return `<g filter="${scene.blur(10)}" opacity=".2">${
    group(`translate(${scene.random.int(980, 1120)} 60) rotate(152) scale(1.5)`, palm(ink)) +
    group('translate(1230 430) rotate(-168) scale(1.15)', palm(ink))
  }</g>`
}

// Seen from above: a linen or painted table top, lit from the corner.
function flatSurface(scene) {
  const { wall } = scene.colors
  const fill = scene.glow(
    [
      [0, lighten(wall, 0.34)],
      [0.6, wall],
      [1, darken(wall, 0.22)],
    ],
    { cx: 0.15, cy: 0.1, r: 1.2 },
  )
  const inset = scene.random.pick([
    () => rect(-60, 640, 1400, 700, `fill="${scene.colors.floor}" transform="rotate(-9 600 640)" opacity=".75"`),
    () => ellipse(640, 620, 430, 430, `fill="${lighten(wall, 0.22)}" opacity=".7"`),
    () => leafShadow(scene),
  ])()
  return rect(0, 0, 1200, 1200, `fill="${fill}"`) + inset + noise(scene, 'linen', darken(wall, 0.6), 0.1, [0, 0, 1200, 1200])
}
