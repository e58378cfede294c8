// Turned and carved wood: bowls (gamelas), stools, spoons and boards.
import { ellipse, group, line, num, path, steps } from '../scene.ts'
import { darken, lighten, palette } from '../color.ts'
import { mouth, turn } from '../solid.ts'
import { wood } from '../texture.ts'

export const label = 'Madeira'
export const colors = ['#a9683c', '#8a4f30', '#c48a55', '#6f3f2a', '#d0a06a']
export const forms = { gamela, stool, spoons, board }

function gamela(scene) {
  const {
    random,
    colors: { main },
  } = scene
  const r = random.between(280, 310),
    tall = random.between(130, 160),
    tilt = 0.3
  const solid = turn(
    [
      [-tall, r],
      [-tall * 0.6, r * 0.94],
      [-tall * 0.2, r * 0.62],
      [0, r * 0.44],
    ],
    tilt,
  )
  const ears = [-1, 1]
    .map((side) =>
      path(
        `M${side * r * 0.95} ${-tall - 34}q${side * 84} 6 ${side * 80} 40q${side * -8} 34 ${side * -96} 24Z`,
        `fill="${darken(main, side > 0 ? 0.25 : 0.05)}"`,
      ),
    )
    .join('')
  const hollow = `M${-r + 16} ${-tall}A${r - 16} ${num((r - 16) * tilt)} 0 1 0 ${r - 16} ${-tall}A${r - 16} ${num((r - 16) * tilt)} 0 1 0 ${-r + 16} ${-tall}Z`
  return {
    art:
      ears +
      scene.surface(solid.outline, main, { paint: wood(scene, main, 4) }) +
      mouth(scene, solid, lighten(main, 0.1), { lip: 16, fill: lighten(main, 0.12) }) +
      scene.clip(
        hollow,
        wood(scene, main, -3) +
          ellipse(60, -tall + 34, r * 0.6, r * 0.16, `fill="#fff0d4" opacity=".3" filter="${scene.blur(14)}"`),
      ),
    width: solid.width + 130,
    height: tall + 90,
    foot: r * 0.5,
    natural: true,
  }
}

function stool(scene) {
  const {
    random,
    colors: { main, second },
  } = scene
  const r = random.between(180, 205),
    tall = random.between(360, 410),
    painted = random.chance(0.5)
  const leg = (x, spread, tone) => {
    const d = `M${x - 20} ${-tall + 40}L${x + 20} ${-tall + 40}L${x + spread + 14} 0Q${x + spread} 8 ${x + spread - 14} 0Z`
    return scene.surface(d, tone, {
      paint: wood(scene, tone, 88) + (painted ? path(`M-400 -70H400V30H-400Z`, `fill="${second}"`) : ''),
    })
  }
  const seat = turn(
    [
      [-46, r],
      [-24, r + 5],
      [0, r - 12],
    ],
    0.24,
  )
  const top = ellipse(0, -46, r, r * 0.24, `fill="${lighten(main, 0.28)}"`)
  const disc = `M${-r} -46A${r} ${num(r * 0.24)} 0 1 0 ${r} -46A${r} ${num(r * 0.24)} 0 1 0 ${-r} -46Z`
  return {
    art:
      group('translate(0 -46)', leg(6, 14, darken(main, 0.3))) +
      leg(-r * 0.62, -52, main) +
      leg(r * 0.62, 52, darken(main, 0.12)) +
      group(
        `translate(0 ${-tall + 46})`,
        scene.surface(seat.outline, main, { paint: wood(scene, main) }) +
          top +
          scene.clip(
            disc,
            wood(scene, main, 2) +
              steps(5, (i) =>
                ellipse(
                  -20,
                  -48,
                  24 + i * 36,
                  (24 + i * 36) * 0.24,
                  `fill="none" stroke="${darken(main, 0.4)}" stroke-width="2.5" opacity=".4"`,
                ),
              ).join(''),
          ) +
          ellipse(-50, -54, r * 0.5, r * 0.09, `fill="#fff3dc" opacity=".4" filter="${scene.blur(9)}"`),
      ),
    width: 2 * r + 60,
    height: tall + 40,
    foot: r * 0.95,
    natural: true,
  }
}

// Three spoons side by side, seen from above.
function spoons(scene) {
  const {
    random,
    colors: { main },
  } = scene
  const tones = [main, lighten(main, 0.25), darken(main, 0.25)]
  const art = tones
    .map((tone, i) => {
      const w = random.between(58, 78),
        h = random.between(84, 110),
        kind = (i + random.int(0, 2)) % 3
      const head =
        kind === 1
          ? `M${-w} -20Q${-w * 1.05} ${-h * 1.9} 0 ${-h * 2}Q${w * 1.05} ${-h * 1.9} ${w} -20Q${w * 0.5} 16 16 40`
          : `M-16 40Q${-w * 1.3} ${-h * 0.3} ${-w} ${-h}C${-w * 0.8} ${-h * 2.1} ${w * 0.8} ${-h * 2.1} ${w} ${-h}Q${w * 1.3} ${-h * 0.3} 16 40`
      const d = `${head}L20 440Q0 474 -20 440L-16 40${kind === 1 ? `Q${-w * 0.5} 16 ${-w} -20` : ''}Z`
      const cup =
        kind === 1
          ? steps(3, (k) => line(`M${-w * 0.5 + k * w * 0.5} -30V${-h * 1.3}`, darken(tone, 0.5), 11)).join('')
          : ellipse(
              0,
              -h * 0.98,
              w * 0.7,
              h * 0.74,
              `fill="${scene.gradient(
                [
                  [0, darken(tone, 0.5)],
                  [1, lighten(tone, 0.2)],
                ],
                { x2: 0.8, y2: 1 },
              )}"`,
            )
      return group(
        `translate(${(i - 1) * 190} ${-110 + (i % 2) * 30}) rotate(${(i - 1) * 9 + random.int(-4, 4)})`,
        scene.surface(d, tone, { paint: wood(scene, tone, 86) }) + cup + `<circle cy="428" r="7" fill="${darken(tone, 0.6)}"/>`,
      )
    })
    .join('')
  return { stage: 'flat', art, width: 620, height: 760 }
}

function board(scene) {
  const {
    random,
    colors: { main },
  } = scene
  const w = random.between(150, 185),
    h = random.between(400, 440)
  const d = `M${-w + 50} 0H${w - 50}Q${w} 0 ${w} -50V${-h + 80}Q${w} ${-h} 46 ${-h - 20}V${-h - 120}Q40 ${-h - 160} 0 ${-h - 160}Q-40 ${-h - 160} -46 ${-h - 120}V${-h - 20}Q${-w} ${-h} ${-w} ${-h + 80}V-50Q${-w} 0 ${-w + 50} 0Z`
  const inlay = random.chance(0.6)
    ? steps(2, (i) =>
        path(
          `M${-w - 10} ${-90 - i * 56}H${w + 10}v30H${-w - 10}Z`,
          `fill="${i ? lighten(main, 0.5) : darken(main, 0.5)}" opacity=".85"`,
        ),
      ).join('')
    : ''
  const hole = `<circle cy="${-h - 104}" r="19" fill="${darken(scene.colors.wall, 0.45)}"/>`
  return {
    art: group(
      'rotate(-2)',
      group('translate(12 0)', path(d, `fill="${darken(main, 0.45)}"`)) +
        scene.surface(d, main, { shade: 'soft', paint: wood(scene, main, 89) + inlay }) +
        hole +
        line(`M0 ${-h - 122}C-60 ${-h - 60} 50 ${-h - 40} 10 ${-h + 30}`, palette.creme, 6),
    ),
    width: 2 * w + 20,
    height: h + 170,
    foot: w * 0.96,
    natural: true,
  }
}
