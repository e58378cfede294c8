// Drawn capitals, so that a wordmark looks the same whatever fonts a machine has.
// Each letter is 100 high: its width and the strokes of its skeleton.
import { group, line, num } from './scene.ts'

const skeletons = {
  A: [78, 'M0 100L39 0L78 100M14 66H64'],
  B: [58, 'M0 0V100H32A27 27 0 0 0 32 46H0M0 0H28A23 23 0 0 1 28 46'],
  C: [84, 'M82 22A50 50 0 1 0 82 78'],
  D: [76, 'M0 0V100H26A50 50 0 0 0 26 0Z'],
  E: [52, 'M52 0H0V100H52M0 48H44'],
  F: [50, 'M50 0H0V100M0 50H42'],
  G: [88, 'M84 22A50 50 0 1 0 88 56H56'],
  H: [66, 'M0 0V100M66 0V100M0 50H66'],
  I: [0, 'M0 0V100'],
  J: [44, 'M44 0V72A24 24 0 0 1 0 76'],
  K: [62, 'M0 0V100M60 0L0 58M22 38L62 100'],
  L: [48, 'M0 0V100H48'],
  M: [86, 'M0 100V0L43 62L86 0V100'],
  N: [70, 'M0 100V0L70 100V0'],
  O: [100, 'M50 0A50 50 0 1 0 50 100A50 50 0 1 0 50 0Z'],
  P: [56, 'M0 100V0H28A27 27 0 0 1 28 54H0'],
  Q: [100, 'M50 0A50 50 0 1 0 50 100A50 50 0 1 0 50 0ZM64 72L94 102'],
  R: [58, 'M0 100V0H28A27 27 0 0 1 28 54H0M28 54L58 100'],
  S: [54, 'M52 16C40 -6 2 -4 4 26C6 54 54 44 54 74C54 106 10 106 0 80'],
  T: [66, 'M0 0H66M33 0V100'],
  U: [66, 'M0 0V67A33 33 0 0 0 66 67V0'],
  V: [76, 'M0 0L38 100L76 0'],
  W: [108, 'M0 0L28 100L54 22L80 100L108 0'],
  X: [68, 'M0 0L68 100M68 0L0 100'],
  Y: [72, 'M0 0L36 50L72 0M36 50V100'],
  Z: [64, 'M0 0H64L0 100H64'],
}
const marks = {
  '\u0301': 'M-6 -18L8 -34',
  '\u0302': 'M-14 -18L0 -32L14 -18',
  '\u0303': 'M-18 -20C-8 -34 8 -12 18 -26',
  '\u0327': 'M0 102q14 12 -6 24',
  '\u0300': 'M6 -18L-8 -34',
}
const SPACE = 46,
  GAP = 30

// One line of capitals from the origin; returns the drawing and its width.
export function write(text, color, stroke = 9) {
  let x = 0,
    last = 0,
    art = ''
  for (const char of text.normalize('NFD').toUpperCase()) {
    const [width, d] = skeletons[char] ?? []
    if (marks[char]) art += group(`translate(${num(x - GAP - last / 2)} 0)`, line(marks[char], color, stroke))
    else if (d) {
      art += group(`translate(${num(x)} 0)`, line(d, color, stroke))
      x += width + GAP
      last = width
    } else x += SPACE
  }
  return { art, width: Math.max(0, x - GAP) }
}
