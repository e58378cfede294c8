// Bags, satchels and wallets with visible saddle stitch.
import { group, line, path, rect } from '../scene.ts'
import { darken, isDark, lighten, palette } from '../color.ts'
import { leather } from '../texture.ts'

export const label = 'Couro'
export const colors = ['#a85f35', '#7c4227', '#c98a4e', '#5b2d2a', palette.jade, palette.indigo, palette.jabuticaba]
export const forms = { tote, satchel, wallet, backpack }

const stitch = (d, color) => line(d, lighten(color, 0.6), 3.4, 'stroke-dasharray="13 8" opacity=".85"')
const hide = (scene, d, color) =>
  path(d, `fill="${darken(color, 0.5)}" transform="translate(5 5)"`) + scene.surface(d, color, { paint: leather(scene, color) })
const brass = (scene) =>
  scene.shared(
    'brass',
    (id) =>
      `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="#fff0b8"/><stop offset=".5" stop-color="#d3a044"/><stop offset="1" stop-color="#80561c"/></linearGradient>`,
  )

function strap(d, color, width = 26) {
  return (
    line(d, darken(color, 0.5), width + 4) + line(d, color, width) + line(d, lighten(color, 0.35), 3, 'stroke-dasharray="12 8"')
  )
}

function tote(scene) {
  const {
    random,
    colors: { main, second },
  } = scene
  const w = random.between(200, 225),
    h = random.between(330, 370)
  const d = `M${-w} ${-h}Q0 ${-h + 22} ${w} ${-h}L${w + 34} -26Q${w + 30} 0 ${w} 2H${-w}Q${-w - 30} 0 ${-w - 34} -26Z`
  const loop = (dy, top) => `M${-w * 0.46} ${-h + dy}C${-w * 0.5} ${-h - top} ${w * 0.5} ${-h - top} ${w * 0.46} ${-h + dy}`
  const base = path(`M-400 -96H400V20H-400Z`, `fill="${darken(main, 0.35)}"`) + stitch('M-400 -106H400', main)
  const tag = group(
    'translate(70 -220)',
    rect(-30, 0, 60, 84, `rx="10" fill="${second}"`) +
      line('M0 62C-26 44 -16 20 0 14C16 20 26 44 0 62Z', isDark(second) ? lighten(second, 0.6) : darken(second, 0.45), 4),
  )
  const body = scene.surface(d, main, {
    paint: leather(scene, main) + base + stitch(`M${-w} ${-h + 30}Q0 ${-h + 52} ${w} ${-h + 30}`, main),
  })
  return {
    art:
      strap(loop(10, 200), darken(main, 0.25)) +
      body +
      tag +
      strap(loop(78, 190), main, 28) +
      [-1, 1].map((side) => `<circle cx="${side * w * 0.46}" cy="${-h + 84}" r="9" fill="${brass(scene)}"/>`).join(''),
    width: 2 * w + 70,
    height: h + 160,
    foot: w * 1.08,
  }
}

function satchel(scene) {
  const {
    random,
    colors: { main },
  } = scene
  const w = random.between(220, 250),
    h = random.between(270, 310),
    drop = h * random.between(0.55, 0.72)
  const body = `M${-w} ${-h + 40}Q${-w} ${-h} ${-w + 40} ${-h}H${w - 40}Q${w} ${-h} ${w} ${-h + 40}L${w + 14} -40Q${w + 10} 0 ${w - 30} 0H${-w + 30}Q${-w - 10} 0 ${-w - 14} -40Z`
  const flap = `M${-w - 4} ${-h + 36}Q${-w} ${-h - 8} ${-w + 44} ${-h - 8}H${w - 44}Q${w} ${-h - 8} ${w + 4} ${-h + 36}L${w + 2} ${-h + drop * 0.6}Q${w * 0.8} ${-h + drop} 0 ${-h + drop}Q${-w * 0.8} ${-h + drop} ${-w - 2} ${-h + drop * 0.6}Z`
  const seam = `M${-w + 16} ${-h + 30}L${-w + 18} ${-h + drop * 0.56}Q${-w * 0.76} ${-h + drop - 20} 0 ${-h + drop - 20}Q${w * 0.76} ${-h + drop - 20} ${w - 18} ${-h + drop * 0.56}L${w - 16} ${-h + 30}`
  const buckle = group(
    `translate(0 ${-h + drop - 46})`,
    rect(-24, -10, 48, 108, `rx="14" fill="${darken(main, 0.2)}"`) +
      rect(-32, 22, 64, 46, `rx="9" fill="none" stroke="${brass(scene)}" stroke-width="9"`) +
      `<circle cy="84" r="5" fill="#3a1a16"/>`,
  )
  const long = `M${-w + 20} ${-h + 14}C${-w * 1.1} ${-h - 330} ${w * 1.1} ${-h - 330} ${w - 20} ${-h + 14}`
  return {
    art:
      strap(long, darken(main, 0.2), 22) +
      hide(scene, body, darken(main, 0.14)) +
      `<g filter="${scene.blur(8)}" opacity=".5">${path(flap, 'fill="#2e1210" transform="translate(4 14)"')}</g>` +
      hide(scene, flap, main) +
      stitch(seam, main) +
      buckle,
    width: 2 * w + 40,
    height: h + 240,
    foot: w,
  }
}

function wallet(scene) {
  const {
    random,
    colors: { main, second, accent },
  } = scene
  const open = random.chance(0.5)
  const back = 'M-300 -180Q-300 -210 -270 -210H270Q300 -210 300 -180V180Q300 210 270 210H-270Q-300 210 -300 180Z'
  const seam = 'M-282 -192H282V192H-282Z'
  const card = (y, color) => rect(20, y, 250, 150, `rx="12" fill="${color}"`) + rect(20, y, 250, 4, 'fill="#fff" opacity=".4"')
  const pocket = (y) => hide(scene, `M14 ${y}H284V196H14Z`, darken(main, 0.06)) + stitch(`M24 ${y + 14}H276`, main)
  const inside =
    hide(scene, back, darken(main, 0.12)) +
    stitch(seam, main) +
    card(-150, accent) +
    pocket(-96) +
    card(-68, second) +
    pocket(-10) +
    card(20, lighten(accent, 0.4)) +
    pocket(80) +
    line('M0 -205V205', darken(main, 0.5), 5) +
    stitch('M-30 -190V190', main)
  const closed =
    hide(scene, back, main) +
    stitch(seam, main) +
    path('M302 -70H190Q140 -70 140 0Q140 70 190 70H302Z', `fill="${darken(main, 0.22)}"`) +
    stitch('M296 -54H196Q158 -54 158 0Q158 54 196 54H296', main) +
    `<circle cx="204" r="25" fill="${brass(scene)}"/>` +
    line('M-190 40C-250 0 -230 -60 -190 -80C-150 -60 -130 0 -190 40ZM-190 60V-40', darken(main, 0.4), 5)
  return { stage: 'flat', art: group(`rotate(${random.int(-24, -10)})`, open ? inside : closed), width: 700, height: 560 }
}

function backpack(scene) {
  const {
    colors: { main },
  } = scene
  const body = 'M-190 -330Q-190 -450 0 -450Q190 -450 190 -330L204 -40Q204 0 160 0H-160Q-204 0 -204 -40Z'
  const flap = 'M-196 -330Q-196 -456 0 -456Q196 -456 196 -330L190 -230Q120 -176 0 -176Q-120 -176 -190 -230Z'
  const pocket = 'M-140 -140H140V-50Q140 -24 114 -24H-114Q-140 -24 -140 -50Z'
  const belt = (x) =>
    rect(x - 15, -260, 30, 160, `rx="8" fill="${darken(main, 0.28)}"`) +
    rect(x - 22, -160, 44, 36, `rx="7" fill="none" stroke="${brass(scene)}" stroke-width="8"`)
  return {
    art:
      strap('M-40 -446C-44 -540 44 -540 40 -446', darken(main, 0.25), 22) +
      hide(scene, body, darken(main, 0.12)) +
      hide(scene, pocket, main) +
      stitch('M-126 -128H126', main) +
      `<g filter="${scene.blur(8)}" opacity=".45">${path(flap, 'fill="#2e1210" transform="translate(4 12)"')}</g>` +
      hide(scene, flap, main) +
      stitch('M-176 -240Q-110 -194 0 -194Q110 -194 176 -240', main) +
      belt(-84) +
      belt(84),
    width: 420,
    height: 530,
    foot: 196,
  }
}
