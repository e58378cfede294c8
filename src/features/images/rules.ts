/** Widths that a photo is made in; the address of one is `/files/{hash}-{width}.webp`. */
export const WIDTHS = [160, 400, 800, 1600] as const
/** The longer side of an original in pixels: what comes larger is kept at this. */
export const LARGEST_ORIGINAL = 2560
/** Of an original that is written again without its metadata: no difference is seen. */
export const ORIGINAL_QUALITY = 92
/** WebP's; a whole catalogue's smallest ones are kept on phones. */
export const qualityOf = (width: number) => (width === 160 ? 60 : 75)
/** The sizes of a home screen's icon by name: how wide, and how much of the width the sign takes. What is maskable
 * (`m…`) may be cut to a circle of 80 %, so that its sign stands inside of a square of 56 %. */
export const ICONS = {
  '96': [96, 0.8],
  '180': [180, 0.74],
  '192': [192, 0.82],
  '512': [512, 0.82],
  m192: [192, 0.56],
  m512: [512, 0.56],
} as const
export type IconKind = keyof typeof ICONS
