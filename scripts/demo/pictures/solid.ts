// Turned solids (vases, jars, bowls): a profile of [height, radius] spun round its axis.
import { ellipse, num, path } from './scene.ts'
import { darken, lighten } from './color.ts'

export const TILT = 0.17

// `points` run from rim to foot, y negative upwards; the foot stands on y = 0.
export function turn(points, tilt = TILT) {
  const profile = spline(points)
  const [topY, topR] = profile[0]
  const [footY, footR] = profile.at(-1)
  const left = profile.map(([y, r]) => `${num(-r)} ${num(y)}`).join('L')
  const right = [...profile]
    .reverse()
    .map(([y, r]) => `${num(r)} ${num(y)}`)
    .join('L')
  const outline = `M${left}A${num(footR)} ${num(footR * tilt)} 0 0 0 ${num(footR)} ${num(footY)}L${right}A${num(topR)} ${num(topR * tilt)} 0 0 0 ${num(-topR)} ${num(topY)}Z`
  // The body without its mouth, so that content stands inside it.
  const front = outline.replace(/A[^A]*Z$/, `A${num(topR)} ${num(topR * tilt)} 0 0 1 ${num(-topR)} ${num(topY)}Z`)
  const radius = (y) => {
    const after = profile.findIndex(([at]) => at >= y)
    if (after <= 0) return after ? footR : topR
    const [y0, r0] = profile[after - 1],
      [y1, r1] = profile[after]
    return r0 + (r1 - r0) * ((y - y0) / (y1 - y0 || 1))
  }
  // A point of the front at a height and an angle (-90° left edge, 90° right edge).
  const at = (y, degrees) => {
    const angle = (degrees * Math.PI) / 180,
      r = radius(y)
    return [num(r * Math.sin(angle)), num(y + r * tilt * Math.cos(angle))]
  }
  const band = (from, to) =>
    `M-600 ${from}L-${num(radius(from))} ${from}A${num(radius(from))} ${num(radius(from) * tilt)} 0 0 0 ${num(radius(from))} ${from}L600 ${from}V${to}L${num(radius(to))} ${to}A${num(radius(to))} ${num(radius(to) * tilt)} 0 0 1 ${num(-radius(to))} ${to}L-600 ${to}Z`
  return {
    outline,
    front,
    radius,
    at,
    band,
    tilt,
    topY,
    topR,
    footR,
    height: -topY,
    width: 2 * Math.max(...profile.map(([, r]) => r)),
  }
}

// The opening: a rim that catches the light and the dark of the inside.
export function mouth(scene, { topY, topR, tilt }, color, { lip = 9, fill }: { lip?: number; fill?: string } = {}) {
  const inside = fill ?? darken(color, 0.25)
  const inner = [topR - lip, (topR - lip) * tilt - lip * 0.1] as const
  return (
    ellipse(0, topY, topR, topR * tilt, `fill="${lighten(color, 0.32)}"`) +
    ellipse(0, topY + 1, ...inner, `fill="${inside}"`) +
    ellipse(0, topY + 1, ...inner, scene.lit('inside'))
  )
}

// A soft window reflection, for glaze and glass.
export function gloss(scene, { outline, width, height }, strength = 0.5) {
  return scene.clip(
    outline,
    path(
      `M${num(-width * 0.3)} ${num(-height * 0.86)}q${num(-width * 0.1)} ${num(height * 0.3)} ${num(width * 0.02)} ${num(height * 0.5)}q${num(width * 0.05)} ${num(-height * 0.25)} ${num(width * 0.06)} ${num(-height * 0.48)}Z`,
      `fill="#fffaf0" opacity="${strength}" filter="${scene.blur(7)}"`,
    ),
  )
}

// Catmull-Rom through the points, sampled finely; a point given twice makes a corner.
export function spline(points, samples = 10) {
  const result = []
  for (let i = 0; i < points.length - 1; i++) {
    const p = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]]
    for (let s = 0; s < samples; s++)
      result.push(
        [0, 1].map((axis) =>
          blend(
            p.map((point) => point[axis]) as [number, number, number, number],
            s / samples,
          ),
        ),
      )
  }
  return [...result, points.at(-1)]
}

function blend([a, b, c, d], t) {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
}

export const polyline = (points, close = true) => `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}${close ? 'Z' : ''}`
