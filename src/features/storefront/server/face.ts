// How a company looks on a home screen: its name, its colour, the icons that are made of its logo.
import { createHash } from 'node:crypto'
import type { Company } from '#features/companies/contract.ts'
import type { IconKind } from '#features/images/rules.ts'
import { PLATFORM_COLOUR, palette } from '#shared/colour.ts'
import letters from './letters.json' with { type: 'json' }

export interface Face {
  name: string
  colour: string
  /** The logo's address, or ''. */
  logo: string
}
export const PLATFORM: Face = { name: 'Mostruário', colour: PLATFORM_COLOUR, logo: '' }
export const faceOf = (c: Pick<Company, 'name' | 'primary_color' | 'logo'>): Face => ({
  name: c.name,
  colour: c.primary_color,
  logo: c.logo,
})
const MOST_LETTERS = 12
/** As much of a name as stands under an icon: whole words while they fit. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  let short = words[0] ?? ''
  for (const word of words.slice(1)) {
    if (short.length + 1 + word.length > MOST_LETTERS) break
    short += ` ${word}`
  }
  return short.replace(/\s(?:d[aeo]s?|e|&)$/i, '')
}
const digest = (...words: string[]) => createHash('sha256').update(words.join('\n')).digest('hex')
/** Raised when icons are drawn otherwise. */
const DRAWING = '1'
/** What the names of a face's icons begin with: the logo's content, and what else they are made of. */
export function iconsOf({ name, colour, logo }: Face): string {
  const hash = /([0-9a-f]{32})\.webp$/.exec(logo)?.[1]
  const letter = letterOf(name)
  return `${hash ?? digest(letter, colour).slice(0, 32)}-icon${digest(DRAWING, hash ?? letter, colour).slice(0, 8)}`
}
export const iconAddress = (face: Face, kind: IconKind) => `/icons/${iconsOf(face)}-${kind}.png`

const outlines: Record<string, string> = letters
/** The first letter or digit of a name; M where it has none of ours. */
const letterOf = (name: string) =>
  [...name.normalize('NFD').toUpperCase()].find((c) => Object.hasOwn(outlines, c)) ?? 'M'
/** A company without a logo: its first letter, drawn as outlines (Inter, OFL). */
export function signOf({ name, colour }: Face): string {
  const { onBar } = palette(colour)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -60 120 120" width="512" height="512"><path fill="${onBar}" d="${outlines[letterOf(name)]}"/></svg>`
}
