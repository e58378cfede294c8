// What every kind of material is drawn from.
import type { Group } from '#features/brochures/rules.ts'
import { palette } from '#shared/colour.ts'
import type { Pen } from '#server/paper.ts'

export interface Price {
  now: number | null
  was: number | null
  from: boolean
}
export interface Good {
  id: number
  name: string
  code: string
  specs: string
  ean: string
  photo: string
  /** undefined: not shown. */
  price: Price | undefined
  /** What each variation costs, where they differ; none where that is not printed. */
  each: { specs: string; now: number | null; was: number | null }[]
}
export interface Material {
  company: { name: string; phone: string; colour: string; logo: Buffer | null }
  /** Where its codes lead. */
  link: string
  title: string
  message: string
  currency: string
  goods: Good[]
  groups: Group[]
  photos: ReadonlyMap<string, Buffer>
}
/** The address as people read it. */
export const plainLink = (link: string) => link.replace(/^https?:\/\//, '').replace(/\?.*$/, '')
export const coloursOf = (colour: string) => {
  const { fill, on, ink } = palette(colour)
  return { fill, on, ink }
}
/** A photo in a box, or the name's first letter where there is none. */
export function photoOr(
  pen: Pen,
  m: Material,
  g: Pick<Good, 'photo' | 'name'>,
  x: number,
  y: number,
  w: number,
  h: number,
  radius = 0,
): void {
  const photo = m.photos.get(g.photo)
  if (photo) pen.within('Figure', () => pen.picture(photo, x, y, w, h, radius), g.name)
  else {
    pen.rect(x, y, w, h, { fill: '#f4f1ee', radius })
    const size = Math.min(w, h) * 0.4
    pen.words(g.name.trim().slice(0, 1).toUpperCase(), x, y + (h - size * 1.3) / 2, size, {
      bold: true,
      colour: '#b9b0a8',
      width: w,
      align: 'center',
    })
  }
}
