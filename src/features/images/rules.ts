/** Widths that a photo is made in; the address of one is `/files/{hash}-{width}.webp`. */
export const WIDTHS = [160, 400, 800, 1600] as const
