// Wooden cars, stacking rings, pull-along animals and rag dolls.
import { ellipse, group, line, num, path, rect, steps } from '../scene.ts'
import { darken, lighten, palette } from '../color.ts'
import { linen, wood } from '../texture.ts'
import { turn } from '../solid.ts'

export const label = 'Brinquedos'
export const colors = [palette.coral, palette.jade, palette.ocre, palette.indigo, palette.ceu, palette.terracota]
export const forms = { car, rings, armadillo, doll, blocks }

const OAK = '#d0a06a'

function wheel(scene, x, r, color) {
  return group(
    `translate(${x} ${-r})`,
    `<circle cx="7" cy="3" r="${r}" fill="${darken(color, 0.5)}"/>` +
      scene.sphere(0, 0, r, color) +
      `<circle r="${num(r * 0.56)}" fill="${lighten(OAK, 0.2)}"/><circle r="${num(r * 0.16)}" fill="${darken(OAK, 0.5)}"/>`,
  )
}

function car(scene) {
  const { main, second, accent } = scene.colors
  const body =
    'M-270 -60V-150Q-268 -182 -232 -186L-170 -192Q-130 -300 -40 -304H70Q140 -300 168 -196L230 -186Q276 -176 276 -130V-60Q276 -44 258 -44H-252Q-270 -44 -270 -60Z'
  const glass = scene.random.chance(0.5)
  const windows = ['M-134 -196Q-104 -268 -36 -270H-10V-196Z', 'M22 -196V-270H66Q116 -268 132 -196Z']
    .map((d) => path(d, `fill="${glass ? darken(main, 0.4) : lighten(OAK, 0.3)}"`) + line(d, darken(main, 0.3), 4))
    .join('')
  const stripe = path('M-300 -128H300V-96H-300Z', `fill="${accent}"`)
  return {
    art:
      path(body, `fill="${darken(main, 0.45)}" transform="translate(9 5)"`) +
      scene.surface(body, main, { shade: 'soft', paint: stripe + wood(scene, main, 2) }) +
      windows +
      wheel(scene, -156, 66, second) +
      wheel(scene, 160, 66, second),
    width: 570,
    height: 310,
    foot: 240,
  }
}

function rings(scene) {
  const { main, second, accent } = scene.colors
  const tones = [main, lighten(second, 0.1), accent, lighten(main, 0.35), OAK]
  let y = -34
  const pile = tones
    .map((tone, i) => {
      const r = 178 - i * 26,
        tall = 66
      const solid = turn([
        [-tall, r * 0.84],
        [-tall * 0.8, r * 0.97],
        [-tall * 0.5, r],
        [-tall * 0.2, r * 0.97],
        [0, r * 0.84],
      ])
      const art = group(
        `translate(0 ${y})`,
        scene.surface(solid.outline, tone, { paint: wood(scene, tone) }) +
          ellipse(0, -tall, r * 0.84, r * 0.84 * 0.17, `fill="${lighten(tone, 0.25)}"`),
      )
      y -= tall - 6
      return art
    })
    .join('')
  const base = turn([
    [-34, 190],
    [-16, 196],
    [0, 188],
  ])
  return {
    art:
      scene.surface(base.outline, OAK, { paint: wood(scene, OAK) }) +
      ellipse(0, -34, 190, 32, `fill="${lighten(OAK, 0.3)}"`) +
      pile +
      scene.sphere(0, y - 34, 50, second),
    width: 392,
    height: -y + 84,
    foot: 190,
  }
}

// The tatu: an armadillo on wheels, with its string.
function armadillo(scene) {
  const { main, second, accent } = scene.colors
  const shell = 'M-200 -96C-206 -250 -90 -318 20 -312C150 -304 214 -210 208 -96Z'
  const plates = steps(6, (i) =>
    line(
      `M${-128 + i * 54} -80C${-150 + i * 60} -200 ${-104 + i * 44} -280 ${-70 + i * 34} -330`,
      i % 2 ? lighten(main, 0.45) : darken(main, 0.3),
      i % 2 ? 9 : 5,
    ),
  ).join('')
  const dots = steps(
    5,
    (i) => `<circle cx="${-132 + i * 66}" cy="${-178 - 54 * Math.sin((Math.PI * (i + 0.7)) / 5.4)}" r="11" fill="${accent}"/>`,
  ).join('')
  const head = 'M180 -110C182 -214 240 -236 274 -220C318 -200 370 -150 366 -122C362 -92 220 -84 180 -110Z'
  const tail = 'M-190 -110C-260 -120 -304 -100 -340 -62C-300 -84 -250 -84 -186 -84Z'
  const ear = (x) =>
    scene.surface(`M${x} -212C${x - 26} -262 ${x - 4} -292 ${x + 14} -296C${x + 34} -270 ${x + 32} -236 ${x + 22} -206Z`, second)
  return {
    art:
      line('M362 -100C420 -60 400 -8 470 -14', palette.creme, 5) +
      scene.sphere(474, -18, 16, accent) +
      path(tail, `fill="${darken(main, 0.2)}"`) +
      ear(236) +
      scene.surface(head, lighten(OAK, 0.1), { shade: 'soft', paint: wood(scene, OAK) }) +
      ear(212) +
      `<circle cx="290" cy="-172" r="10" fill="#3a2426"/><circle cx="287" cy="-175" r="3" fill="#fff"/>` +
      `<circle cx="364" cy="-126" r="11" fill="#5a3430"/>` +
      path(shell, `fill="${darken(main, 0.45)}" transform="translate(7 5)"`) +
      scene.surface(shell, main, { paint: plates + dots + wood(scene, main, -3) }) +
      rect(-220, -104, 440, 34, `rx="14" fill="${OAK}"`) +
      rect(-220, -104, 440, 34, `rx="14" ${scene.lit('soft')}`) +
      wheel(scene, -134, 56, second) +
      wheel(scene, 140, 56, second),
    width: 780,
    height: 320,
    foot: 230,
    middle: 66,
  }
}

function doll(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const skin = random.pick(['#8a5638', '#b57b52', '#6b3f2c', '#d6a47c']),
    hair = random.pick(['#33201f', '#4f2d22', '#8a4a28'])
  const limb = (d, color, width = 38) => line(d, darken(color, 0.3), width) + line(d, color, width - 7)
  const dress = 'M-64 -330Q0 -312 64 -330L150 -112Q0 -76 -150 -112Z'
  const print = steps(30, () =>
    group(
      `translate(${random.int(-140, 140)} ${random.int(-320, -90)})`,
      `<circle r="8" fill="${second}"/><circle r="3" fill="${accent}"/>`,
    ),
  ).join('')
  const hem =
    line('M-152 -116Q0 -80 152 -116', accent, 15) + line('M-152 -116Q0 -80 152 -116', '#fff3dc', 3, 'stroke-dasharray="9 9"')
  const braids = [-1, 1]
    .map(
      (side) =>
        steps(5, (i) =>
          ellipse(side * (92 + i * 7), -392 + i * 32, 23 - i * 1.6, 21, `fill="${i % 2 ? hair : lighten(hair, 0.12)}"`),
        ).join('') + `<circle cx="${side * 122}" cy="-246" r="15" fill="${accent}"/>`,
    )
    .join('')
  const face =
    [-32, 32]
      .map(
        (x) =>
          `<circle cx="${x}" cy="-404" r="8" fill="#33201f"/><circle cx="${x + Math.sign(x) * 20}" cy="-378" r="15" fill="#e0705c" opacity=".5"/>`,
      )
      .join('') + line('M-20 -376Q0 -356 20 -376', '#7a2f2c', 5)
  return {
    art:
      [-44, 44].map((x) => limb(`M${x} -120V-26`, skin) + ellipse(x + 3, -14, 32, 18, `fill="${darken(second, 0.1)}"`)).join('') +
      limb('M-66 -304Q-128 -250 -150 -180', skin, 34) +
      limb('M66 -304Q128 -250 150 -180', skin, 34) +
      scene.surface(dress, main, { paint: print + linen(scene, main) + hem }) +
      ellipse(0, -414, 106, 102, `fill="${hair}"`) +
      scene.surface('M-90 -400A90 88 0 0 1 90 -400A90 88 0 0 1 -90 -400Z', skin, {
        shade: 'soft',
        paint:
          linen(scene, skin) + path('M-110 -410C-60 -440 -20 -470 0 -500C20 -470 60 -440 110 -410V-560H-110Z', `fill="${hair}"`),
      }) +
      face +
      braids +
      ellipse(0, -322, 44, 15, `fill="${accent}"`) +
      group(
        'translate(62 -496)',
        path('M0 0C-50 -46 -66 20 0 0C66 20 50 -46 0 0Z', `fill="${accent}"`) + `<circle r="10" fill="${second}"/>`,
      ),
    width: 400,
    height: 520,
    foot: 130,
  }
}

function blocks(scene) {
  const { main, second, accent } = scene.colors
  const marks = [
    (c) => `<circle r="38" fill="${c}"/>`,
    (c) => path('M0 -46L42 34H-42Z', `fill="${c}"`),
    (c) => path('M0 44C-70 -6 -40 -56 0 -22C40 -56 70 -6 0 44Z', `fill="${c}"`),
  ]
  const cube = (x, y, tone, mark, ink) => {
    const side = rect(x, y - 170, 170, 170, `rx="10" fill="${tone}"`)
    return (
      path(`M${x + 164} ${y - 166}l44 -26v150l-44 38Z`, `fill="${darken(tone, 0.38)}"`) +
      path(`M${x + 6} ${y - 166}l44 -28h158l-46 28Z`, `fill="${lighten(tone, 0.45)}"`) +
      side +
      scene.clip(`M${x} ${y - 170}h170v170h-170Z`, wood(scene, tone, 3)) +
      rect(x, y - 170, 170, 170, `rx="10" ${scene.lit('soft')}`) +
      group(`translate(${x + 85} ${y - 85})`, mark(ink))
    )
  }
  return {
    art:
      cube(-220, 0, main, marks[0], lighten(main, 0.7)) +
      cube(0, 0, OAK, marks[1], second) +
      cube(-106, -176, accent, marks[2], darken(accent, 0.55)),
    width: 460,
    height: 380,
    foot: 205,
  }
}
